// AJAX: XMLHttpRequest, fetch and the reading of its body, scripts, images and style sheets that the page adds, WebSocket,
// EventSource, workers, messages. The answers themselves are held by the tool at the network; here they are only traced.
// Messages of sockets and workers cannot be held there, so they are held here, in order, from `holdSockets(true)` on.

let sent = 0; // requests ever sent
let bodies = 0; // bodies of answers being read
let answersDue = 0; // xhr and fetch without an answer yet
const scriptNodes = new WeakMap();

const absolute = (url, page = document) => {
  try {
    return new URL(url, page.baseURI).href;
  } catch (error) {
    return String(url);
  }
};
const shortUrl = (url) => (url.startsWith(location.origin) ? url.slice(location.origin.length) || '/' : url);

// Who asks (or listens), also through a function that all of the page asks through; and behind them who began the promise, the
// timer or the request that they run in: a library may ask a moment later (axios), or listen to what it drew from an answer
// (DataTables), with nobody else on the stack.
function askers() {
  const now = callers();
  if (!handler || handler[0] === LIBRARY_MARK) return now;
  return now[0] === LIBRARY_MARK ? handler : `${now}\n${handler}`;
}

function forkRequest(kind, method, url) {
  const node = fork(kind, `${method} ${shortUrl(absolute(url))}`, absolute(url));
  node.created = askers();
  node.requests++;
  sent++;
  activity++;
  return node;
}

const tooManyRequests = () => active().requests >= limits.requests && (cut++, true);

// ---- XMLHttpRequest ----
// Readystatechange events and the last event (load, error, abort, timeout) are nodes of their own, joined in order
// (Figure 4).

const requests = new WeakMap();

function xhrEvent(xhr, event) {
  const request = requests.get(xhr);
  if (!request || !request.node || (event.type === 'readystatechange' && xhr.readyState < 2)) return;
  const state = event.type === 'readystatechange' ? `readystatechange ${xhr.readyState}` : event.type;
  let node = request.node;
  if (request.last) {
    node = makeNode(request.node.parent, KIND.XHR, '', request.node.url);
    node.created = request.node.created;
    node.requests = request.node.requests;
    follow(node, request.last);
  } else node.first = true;
  node.label = `${request.label} ${state}`;
  request.last = node;
  enter(node);
}

function xhrEnds(xhr) {
  const request = requests.get(xhr);
  if (request && request.due) {
    request.due = false;
    answersDue--;
    activity++;
    if (request.timer) dropTimer(request.timer);
  }
}

everywhere((view) => wrap(view.XMLHttpRequest.prototype, 'open', (native, self, args) => {
  if (!requests.has(self)) {
    for (const type of ['readystatechange', 'load', 'error', 'abort', 'timeout'])
      listenTo(self, type, (event) => xhrEvent(self, event));
    listenTo(self, 'loadend', () => xhrEnds(self));
  }
  xhrEnds(self); // opened again while under way: the old request never ends
  const url = absolute(args[1], view.document);
  requests.set(self, { method: String(args[0]).toUpperCase(), url, synchronous: args[2] === false });
  return native.apply(self, args);
}));

everywhere((view) => wrap(view.XMLHttpRequest.prototype, 'send', (native, self, args) => {
  const request = requests.get(self);
  if (!request || request.synchronous) return native.apply(self, args);
  if (tooManyRequests()) return undefined;
  request.node = forkRequest(KIND.XHR, request.method, request.url);
  request.label = request.node.label;
  request.due = true;
  answersDue++;
  if (timeouts.get(self)) request.timer = addDeadline('XHR timeout', timeouts.get(self), () => expire(self));
  return native.apply(self, args);
}));

// The browser would count real time; ours counts page time.
const timeouts = new WeakMap();
everywhere(({ XMLHttpRequest: { prototype } }) => {
  wrapSetter(prototype, 'timeout', (native, self, value) => void timeouts.set(self, delayOf(value)));
  wrapGetter(prototype, 'timeout', (native, self) => timeouts.get(self) || 0);
});

function expire(xhr) {
  const stop = (event) => {
    event.stopImmediatePropagation();
    natives.dispatch.call(xhr, new ProgressEvent('timeout'));
  };
  listenTo(xhr, 'abort', stop, true);
  xhr.abort();
}

// ---- fetch ----

function settled(node, promise, due) {
  const done = () => {
    due();
    activity++;
    enter(node);
  };
  return whenSettled(promise, (value) => (done(), value), (reason) => {
    done();
    throw reason;
  });
}

everywhere((view) => wrap(view, 'fetch', (native, self, args) => {
  if (tooManyRequests()) return new Promise(() => {});
  const [input, options] = args;
  const asked = input instanceof view.Request ? input : null;
  const method = (options && options.method) || (asked && asked.method) || 'GET';
  const node = forkRequest(KIND.FETCH, method.toUpperCase(), asked ? asked.url : absolute(input, view.document));
  answersDue++;
  return settled(node, native.apply(view, args), () => answersDue--);
}));

everywhere((view) => {
  for (const name of ['json', 'text', 'blob', 'arrayBuffer', 'formData', 'bytes'])
    wrap(view.Response.prototype, name, (native, self, args) => {
      const node = fork(KIND.BODY, `${shortUrl(self.url || '')} ${name}()`, self.url);
      bodies++;
      return settled(node, native.apply(self, args), () => bodies--);
    });
  wrap(view.ReadableStreamDefaultReader.prototype, 'read', (native, self, args) => {
    const node = fork(KIND.BODY, 'read()');
    bodies++;
    return settled(node, native.apply(self, args), () => bodies--);
  });
});

// ---- scripts, images and style sheets ----

const RESOURCES = { script: KIND.SCRIPT, img: KIND.IMAGE, link: KIND.STYLE };

const resources = new WeakMap();

function resource(element) {
  const url = element.currentSrc || element.src || element.href;
  if (!url || url.startsWith('data:') || (resources.get(element) || {}).url === url) return;
  const script = element.localName === 'script';
  if (script && element.type && !/javascript|module|^$/.test(element.type)) return;
  const kind = RESOURCES[element.localName];
  const node = forkRequest(kind, kindNames[kind], url);
  resources.set(element, { url, node });
  if (script) scriptNodes.set(element, node);
  // The load event of what is not in the document, or removes itself (JSONP), does not pass by the document.
  if (script || !element.isConnected) for (const type of ['load', 'error']) listenTo(element, type, resourceEvent);
}

function resourceEvent(event) {
  const found = resources.get(event.target);
  if (!found || found.ended === event) return;
  found.ended = event;
  enter(found.node);
}

// What waits for the image to be decoded follows from its answer.
wrap(HTMLImageElement.prototype, 'decode', (native, self, args) => {
  const decoded = native.apply(self, args);
  const { node } = resources.get(self) || {};
  return node ? settled(node, decoded, () => {}) : decoded;
});

for (const prototype of [HTMLScriptElement.prototype, HTMLImageElement.prototype])
  wrapSetter(prototype, 'src', (native, self, value) => {
    native.call(self, value);
    if (self instanceof HTMLImageElement || self.isConnected) resource(self);
  });
for (const type of ['load', 'error']) listenTo(document, type, resourceEvent);

// ---- sockets and messages ----

let holding = false;
let heldRoot; // the user event whose answers are held
const held = [];
const released = new WeakSet();
let socketsBusy = 0;
const expected = new WeakMap();

// Each in a task of its own, as they would have come: the promise jobs of one run before the next.
function holdSockets(hold) {
  holding = hold;
  heldRoot = undefined;
  if (hold) return;
  deliverHeld();
  resumeTimers();
}

function deliverHeld() {
  if (!held.length) return;
  nextTask(() => {
    const [target, event] = held.shift();
    deliver(target, event);
    deliverHeld();
  });
}

// Whoever closed a socket (or ended a worker) hears nothing of it any more.
const shut = new WeakSet();
for (const [prototype, name] of [
  [WebSocket.prototype, 'close'], [EventSource.prototype, 'close'], [window.Worker && Worker.prototype, 'terminate'],
])
  wrap(prototype, name, (native, self, args) => {
    shut.add(self);
    return native.apply(self, args);
  });

function deliver(target, event) {
  if (event.type !== 'close' && shut.has(target)) return;
  const copy = new event.constructor(event.type, initOf(event));
  released.add(copy);
  natives.dispatch.call(target, copy);
}

const initOf = ({ data, origin, lastEventId, ports, wasClean, code, reason }) =>
  ports ? { data, origin, lastEventId, ports: [...ports] } : { wasClean, code, reason };

// Nothing of one socket passes what is held of it; what the second event asked for elsewhere comes at once.
const waitsFor = (socket) => held.some(([target]) => target === socket);
const isHeld = (socket, asker) => waitsFor(socket) || (holding && (!asker.root || asker.root === heldRoot));

// Its end too comes after what was said before it, and until then it is open.
function onEnd(event) {
  if (released.has(event) || !waitsFor(event.target)) return;
  event.stopImmediatePropagation();
  held.push([event.target, event]);
}
const isEnd = ({ type }) => type === 'close' || type === 'error';
for (const prototype of [WebSocket.prototype, EventSource.prototype])
  wrapGetter(prototype, 'readyState', (native, self) =>
    held.some(([target, event]) => target === self && isEnd(event)) && !shut.has(self) ? 1 : native.call(self));

// A socket that was written to is expected to answer soon; it is waited for in real time, and not as long again where
// that was in vain. One message may be followed by another.
const BRIEF = 150;
const silent = new WeakSet();
const patience = (socket) => (silent.has(socket) ? BRIEF : 500);
const heard = (socket) => expected.has(socket) && expected.get(socket)();

function expectMessage(socket, milliseconds) {
  if (expected.get(socket)) return;
  const arrived = () => {
    if (expected.get(socket) !== arrived) return;
    expected.delete(socket);
    silent.delete(socket);
    socketsBusy--;
    activity++;
  };
  expected.set(socket, arrived);
  socketsBusy++;
  natives.setTimeout(() => {
    if (expected.get(socket) !== arrived) return;
    arrived();
    if (milliseconds > BRIEF) silent.add(socket);
  }, milliseconds);
}

function socketMade(kind, socket, url, milliseconds) {
  const opened = fork(kind, `${kindNames[kind]} ${shortUrl(absolute(url))}`, absolute(url));
  let asker = opened;
  let spokeAt = -Infinity;
  expectMessage(socket, milliseconds);
  listenTo(socket, 'open', () => {
    heard(socket);
    if (opened.root) expectMessage(socket, patience(socket));
  });
  listenTo(socket, 'error', () => heard(socket));
  if (kind !== KIND.WORKER) for (const type of ['error', 'close']) listenTo(socket, type, onEnd);
  const onMessage = (event) => {
    if (!(event instanceof natives.MessageEvent)) return;
    const again = released.has(event);
    spokeAt = natives.now();
    heard(socket);
    if (asker.root && !again) {
      asker.root.due--;
      expectMessage(socket, BRIEF);
    }
    if (!again && isHeld(socket, asker)) {
      event.stopImmediatePropagation();
      held.push([socket, event]);
      return;
    }
    const node = makeNode(asker, kind, `message of ${shortUrl(absolute(url))}`, absolute(url));
    enter(node);
  };
  listenTo(socket, 'message', onMessage);
  return { asks: (node) => (asker = node), spoke: () => natives.now() - spokeAt < 2 * BRIEF, onMessage };
}

const sockets = new WeakMap();
wrapConstructor(window, 'WebSocket', (socket, args) => sockets.set(socket, socketMade(KIND.SOCKET, socket, args[0], 1000)));
wrapConstructor(window, 'EventSource', (source, args) => sockets.set(source, socketMade(KIND.SOURCE, source, args[0], 1000)));

// What a worker computes or asks the server for may take any time, like an answer.
const workers = new Set();
wrapConstructor(window, 'Worker', (worker, args) => {
  sockets.set(worker, socketMade(KIND.WORKER, worker, args[0], BRIEF));
  workers.add(worker);
});

for (const [prototype, name] of [[WebSocket.prototype, 'send'], [window.Worker && Worker.prototype, 'postMessage']])
  wrap(prototype, name, (native, self, args) => {
    if (sockets.has(self)) sockets.get(self).asks(active());
    activity++;
    heard(self);
    expectMessage(self, patience(self));
    return native.apply(self, args);
  });

// What workers make of their answers, which the tool counts, comes as a message, if it has not come already. Where all
// that a worker waits for is held, no message will come.
let workerAnswers = 0;
function expectWorkers(answers, held) {
  const news = answers !== workerAnswers;
  workerAnswers = answers;
  for (const worker of news || held ? workers : []) {
    heard(worker);
    if (news) expectMessage(worker, sockets.get(worker).spoke() ? BRIEF : 500);
  }
}

// The messages of an EventSource may have names of their own; to be asked before the page's listener is there. (To listen
// twice is to listen once.)
function namedMessages(target, type) {
  if (target instanceof EventSource && sockets.has(target)) listenTo(target, type, sockets.get(target).onMessage);
}

// A message of a port of a channel made here derives from who posted it: they come in order. Else it is taken to derive
// from whoever posted last. The window's own function is given out as it is, for it tells the receiver who called it.
let poster = background;
const posters = new WeakMap(); // port -> those who posted to it
const peers = new WeakMap(); // port -> the other one

const posts = ours((port) => {
  poster = active();
  activity++;
  if (!port) return;
  if (!posters.has(port)) posters.set(port, []);
  posters.get(port).push(poster);
});
for (const owner of [MessagePort.prototype, window.BroadcastChannel && BroadcastChannel.prototype])
  wrap(owner, 'postMessage', (native, self, args) => {
    posts(peers.get(self));
    return native.apply(self, args);
  });

const { value: postToWindow, ...asBefore } = Object.getOwnPropertyDescriptor(window, 'postMessage');
Object.defineProperty(window, 'postMessage', {
  get() {
    posts();
    return postToWindow;
  },
  set: ours((value) => void Object.defineProperty(window, 'postMessage', { __proto__: null, ...asBefore, value })),
  configurable: true,
  enumerable: true,
});

function messageEvent({ currentTarget }) {
  const known = posters.get(currentTarget);
  enter(makeNode((known && known.shift()) || poster, KIND.MESSAGE, 'message'));
}
listenTo(window, 'message', messageEvent);
wrapConstructor(window, 'MessageChannel', ({ port1, port2 }) => {
  peers.set(port1, port2).set(port2, port1);
  for (const port of [port1, port2]) listenTo(port, 'message', messageEvent);
});

function waitingFor() {
  const fonts = document.fonts && document.fonts.status === 'loading' ? 1 : 0;
  return { answers: answersDue, bodies, sockets: socketsBusy + (root.due > 0 ? 1 : 0), held: held.length, fonts };
}

// Whether something is on its way into the page: an answer although the network misses only `unanswered`, the rest of
// one, a message. -1: the tool has waited long enough.
function waits(unanswered) {
  const { answers, bodies: read, sockets, fonts } = waitingFor();
  return unanswered >= 0 && (answers > unanswered || read + sockets + fonts > 0);
}
