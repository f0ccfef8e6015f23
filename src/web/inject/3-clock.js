// Page time. It stands still while the page computes or waits for the network and jumps from timer to timer when the
// tool lets it (advance), so that waiting is free and both modes see the same times. A chain of timers that goes on too
// long is cut off, and so is a timer far in the future (section 5: slideshows, clocks, pollers).

const FRAME = 1000 / 60;
const limits = { delay: 10000, chain: 50, frames: 180, time: 10000, requests: 25, held: 1000 };
const clock = { now: 0, reads: 0, origin: 1767225600000 };
const timers = new Map();
let lastTimer = 0;
let cut = 0;

// Code that waits in a loop for the clock to move must get out of it.
function pageTime() {
  if (++clock.reads > 2000) clock.now += 0.02;
  return clock.now;
}

function addTimer(kind, label, delay, run, repeat) {
  const node = fork(kind, label);
  const frame = kind === KIND.FRAME;
  frame ? node.frames++ : node.timers++;
  node.waited += delay;
  const timer = { id: ++lastTimer, node, kind, label, at: clock.now + delay, delay, run, repeat, after: nodes.length };
  const chained = node.timers > limits.chain || node.frames > limits.frames || (node.timers > 1 && node.waited > limits.time);
  timer.cut = chained || delay > limits.delay;
  timer.counts = timer.cut && (chained || repeat); // one that is far off and comes once is no unrest
  timer.waits = chained && isSecond(node);
  if (timer.counts) cut++;
  timers.set(timer.id, timer);
  return timer.id;
}

// While the answers of one event are held, another may wait for them in a loop ("busy? again in 100 ms"). That loop is cut
// off as any other, but once the answers are there it goes on.
const isSecond = (node) => !!(holding && heldRoot && node.root && node.root !== heldRoot);

function resumeTimers() {
  for (const timer of timers.values()) {
    if (!timer.waits) continue;
    const { node } = timer;
    if (timer.counts) cut--;
    timer.cut = timer.counts = timer.waits = false;
    node.timers = node.frames = node.waited = 0;
    timer.at = clock.now + Math.min(timer.delay, limits.held);
    activity++;
  }
}

// One that was cleared in time is nobody's loss.
function dropTimer(id) {
  const timer = timers.get(id);
  if (timer && timer.counts) cut--;
  timers.delete(id);
}

// What a frame that is gone had planned does not happen.
function inView(view, run) {
  const page = view.document;
  return () => page.defaultView && theirs(run);
}

function addCallback(view, kind, args, delay) {
  const [code, , ...rest] = args;
  const run = typeof code === 'function' ? () => apply(code, view, rest) : () => view.eval(code);
  const name = kind === KIND.INTERVAL ? 'setInterval' : 'setTimeout';
  const least = kind === KIND.INTERVAL ? 4 : 0;
  return addTimer(kind, `${name} ${delay} ms`, Math.max(delay, least), inView(view, run), kind === KIND.INTERVAL);
}

// By the frame's number: with the rest of a division, time would stand still between two numbers that are nearly equal.
const untilFrame = (now) => (Math.floor(now / FRAME + 1e-6) + 1) * FRAME - now;

const delayOf = (value) => Math.min(Math.max(Math.floor(Number(value)) || 0, 0), 2147483647);

const { floor } = Math;
const dateNow = () => clock.origin + floor(pageTime());

everywhere((view) => {
  wrap(view, 'setTimeout', (native, self, args) => addCallback(view, KIND.TIMEOUT, args, delayOf(args[1])));
  wrap(view, 'setInterval', (native, self, args) => addCallback(view, KIND.INTERVAL, args, delayOf(args[1])));
  for (const name of ['clearTimeout', 'clearInterval', 'cancelAnimationFrame', 'cancelIdleCallback'])
    wrap(view, name, (native, self, args) => dropTimer(Number(args[0])));
  wrap(view, 'requestAnimationFrame', (native, self, args) =>
    addTimer(KIND.FRAME, 'requestAnimationFrame', untilFrame(clock.now), inView(view, () => args[0](clock.now))));
  const deadline = { didTimeout: false, timeRemaining: () => 40 };
  wrap(view, 'requestIdleCallback', (native, self, args) =>
    addTimer(KIND.IDLE, 'requestIdleCallback', 1, inView(view, () => args[0](deadline))));
  wrap(view.AbortSignal, 'timeout', (native, self, args) => {
    const controller = new view.AbortController();
    const expire = () => controller.abort(new view.DOMException('signal timed out', 'TimeoutError'));
    addDeadline(`AbortSignal.timeout ${args[0]} ms`, delayOf(args[0]), expire);
    return controller.signal;
  });
});

everywhere((view) => {
  wrapPlainly(view.performance, 'now', () => pageTime());
  wrapGetter(view.Performance.prototype, 'timeOrigin', () => clock.origin);
  const native = view.Date;
  const PageDate = new Proxy(native, {
    __proto__: null,
    construct: (target, args, newTarget) =>
      construct(target, args.length ? args : [dateNow()], newTarget === PageDate ? target : newTarget),
    apply: (target) => new target(dateNow()).toString(),
  });
  wrapPlainly(native, 'now', dateNow);
  native.prototype.constructor = PageDate;
  view.Date = PageDate;
});

// The time at which an event was first seen. Those of the user come a little later than all before them and earlier than
// what their handlers do: frameworks compare that with the time at which they attached a handler.
const TICK = 0.01;
const stamps = new WeakMap();
function stamp(event) {
  if (!stamps.has(event)) stamps.set(event, pageTime());
  return stamps.get(event);
}
everywhere((view) => wrapGetter(view.Event.prototype, 'timeStamp', (native, self) => (native.call(self), stamp(self))));

// (Not where the mouse is: the browser says that again whenever it likes.)
const USER_EVENTS = 'pointerdown pointerup mousedown mouseup click dblclick keydown keyup input change submit';
for (const type of USER_EVENTS.split(' '))
  listenTo(window, type, (event) => {
    if (!event.isTrusted || stamps.has(event)) return;
    clock.now += TICK;
    stamp(event);
    clock.now += TICK;
  });

// A time-out of a request is an AJAX event like its answer: it does not come while
// the answers of its user event are held. Far in the future it is no loss: the answer came first.
function addDeadline(label, delay, run) {
  const id = addTimer(KIND.TIMEOUT, label, delay, run);
  const timer = timers.get(id);
  timer.late = true;
  if (timer.counts) cut--;
  timer.counts = false;
  return id;
}

// While answers are held, the event that waits for them has only a little time: enough for what waits for the typing to
// end, not for what waits for an answer that is late (a watchdog). The second event's own timers go on, but time never
// passes one of the first that may not come.
let heldUntil = 0;
const isLate = (timer) => timer.node.root === heldRoot && (timer.late || timer.at > heldUntil);

function heldTime() {
  if (!heldRoot) return Infinity;
  let end = root === heldRoot ? heldUntil : Infinity;
  for (const timer of timers.values()) if (isLate(timer)) end = Math.min(end, timer.at);
  return end;
}

function nextTimer(until) {
  const end = heldTime();
  let first = null;
  for (const timer of timers.values()) {
    const due = timer.at <= until && (timer.at < end || timer.at <= heldUntil);
    if (due && !timer.cut && !(heldRoot && isLate(timer)) && (!first || timer.at < first.at)) first = timer;
  }
  return first;
}

function repeatTimer(timer) {
  timers.delete(timer.id);
  if (!timer.repeat) return;
  const node = makeNode(timer.node, KIND.INTERVAL, timer.label);
  node.timers++;
  node.waited += timer.delay;
  const again = { ...timer, node, at: clock.now + timer.delay, after: nodes.length };
  again.cut = again.counts = node.timers > limits.chain || node.waited > limits.time;
  again.waits = again.cut && isSecond(node);
  if (again.cut) cut++;
  timers.set(timer.id, again);
}

// A page that draws all its changes in one frame: an answer that came while the frame was due has its changes drawn there
// too. Which one does not matter, so the last such answer is joined.
const ANSWERS = [
  KIND.XHR, KIND.FETCH, KIND.BODY, KIND.SCRIPT, KIND.IMAGE, KIND.STYLE, KIND.SOCKET, KIND.SOURCE, KIND.WORKER,
];

function joinAnswer({ node, after }) {
  const answer = nodes.slice(after).findLast((ran) => ran.root && ran.root === node.root && ANSWERS.includes(ran.kind));
  if (answer) joins.push([answer, node]);
}

function runTimer(timer) {
  clock.now = Math.max(clock.now, timer.at);
  clock.reads = 0;
  joinAnswer(timer);
  repeatTimer(timer);
  enter(timer.node);
  timer.run();
}

// ---- quiet ----

const inBackground = (run) => natives.postTask(run, { priority: 'background' });

// A real frame, for observers of size and intersection; a page that draws none must not stop us.
function realFrame(done) {
  let called = false;
  const once = () => called || ((called = true), done());
  natives.frame(() => nextTask(once));
  natives.setTimeout(once, 60);
}

// Finite transitions and animations end at once, with their events.
function finishAnimations() {
  let finished = 0;
  for (const animation of document.getAnimations ? document.getAnimations() : []) {
    const timing = animation.effect && animation.effect.getComputedTiming();
    if (!timing || animation.playState !== 'running' || timing.endTime === Infinity) continue;
    animation.finish();
    finished++;
  }
  return finished;
}

// What the tool was told of. It hears of a request before it hears our answer, but not always before it asks: until we
// have answered once, the request's answer may be missing and page time must not pass.
let announced = 0;

// Runs what is due up to page time `until` and answers once nothing moves any more (QUIET), or as soon as a request
// was sent that the tool may not know of, because then it must look at the network first (NETWORK), or where
// something is due but an answer is on its way into the page (WAITS).
function advance(until, unanswered, done) {
  let seen = -1;
  let framed = false;
  const answer = (state) => {
    announced = sent;
    done({ state, now: clock.now, cut, waiting: waitingFor() });
  };
  const step = () => {
    flushWrites();
    if (sent !== announced) return answer(REST.NETWORK);
    if (seen !== activity) {
      seen = activity;
      framed = false;
      return void inBackground(step);
    }
    if (finishAnimations()) return realFrame(step);
    const timer = nextTimer(until);
    if (timer && waits(unanswered)) return answer(REST.WAITS);
    if (timer) {
      nextTask(() => {
        inBackground(step);
        runTimer(timer);
      });
      return;
    }
    if (framed) return answer(REST.QUIET);
    framed = true;
    realFrame(() => inBackground(step));
  };
  inBackground(step);
}
