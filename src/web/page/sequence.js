// One order of events as a sequence diagram: four lifelines at the left (user, page, where answers are held, server),
// and what happened in words at the right, so that it can be read on a narrow screen too.

const lifeline = { user: 13, page: 47, gate: 81, server: 115 };
const laneColour = (lane) => ['var(--soft)', 'var(--first)', 'var(--second)'][lane];

function arrow(from, to, lane, dashed) {
  const head = to > from ? -7 : 7;
  const colour = laneColour(lane);
  return [
    svg('path', {
      d: `M${from} 11H${to}`,
      stroke: colour,
      'stroke-width': 2,
      fill: 'none',
      'stroke-dasharray': dashed && '4 3',
    }),
    svg('path', { d: `M${to + head} 6 ${to} 11l${head} 5z`, fill: colour }),
  ];
}

const block = (lane) =>
  svg('rect', { x: lifeline.page - 5, y: 2, width: 11, height: 18, rx: 3, fill: laneColour(lane) });

const cross = (x, colour) =>
  svg('path', {
    d: `M${x - 6} 5l12 12m0-12-12 12`,
    stroke: colour,
    'stroke-width': 3,
    fill: 'none',
  });

const gate = (lane, open) => [
  svg('circle', {
    cx: lifeline.gate,
    cy: 11,
    r: 9,
    fill: 'var(--card)',
    stroke: laneColour(lane),
    'stroke-width': 2,
  }),
  open
    ? svg('path', { d: `M${lifeline.gate + 3} 6v10l-7-5z`, fill: laneColour(lane) })
    : svg('path', {
        d: `M${lifeline.gate - 3} 7v8m6-8v8`,
        stroke: laneColour(lane),
        'stroke-width': 2.6,
      }),
];

const camera = () =>
  svg('path', {
    d: `M${lifeline.page - 9} 6h4l2-3h6l2 3h4v12h-18z`,
    fill: 'var(--soft)',
  });

// What each kind of step looks like and how its words begin.
const stepKinds = {
  trigger: { says: 'User', draw: (step) => arrow(lifeline.user, lifeline.page, step.lane) },
  request: { says: 'Request', draw: (step) => arrow(lifeline.page, lifeline.server, step.lane) },
  held: {
    says: 'Held',
    draw: (step) => [arrow(lifeline.server, lifeline.gate + 9, step.lane, true), gate(step.lane)],
  },
  released: {
    says: 'Let go',
    draw: (step) => [arrow(lifeline.gate, lifeline.page, step.lane, true), gate(step.lane, true)],
  },
  answer: {
    says: 'Answer',
    draw: (step) =>
      arrow(step.wasHeld ? lifeline.gate : lifeline.server, lifeline.page, step.lane, true),
  },
  handler: { says: 'Handler', draw: (step) => block(step.lane) },
  error: { says: 'Error', draw: () => cross(lifeline.page, 'var(--race)') },
  aborted: { says: 'Aborted', draw: (step) => cross(lifeline.gate, laneColour(step.lane)) },
  picture: { says: 'Picture', draw: camera },
};

function writesOf(step) {
  if (!step.writes.length) return null;
  return el(
    'ul',
    { class: 'writes' },
    step.writes.map((write) =>
      el(
        'li',
        null,
        write.storage ? 'stores ' : 'writes ',
        el('code', null, place(write.what)),
        write.handler &&
          write.handler !== step.handler &&
          el('span', { class: 'at' }, ` by ${place(write.handler)}`),
      ),
    ),
  );
}

function drawStep(step, isHeld) {
  const kind = stepKinds[step.kind] || stepKinds.handler;
  return el(
    'li',
    { class: `step ${step.kind} ${lanes[step.lane]}` },
    isHeld && el('span', { class: 'held' }),
    svg('svg', { width: 126, height: 22, 'aria-hidden': 'true' }, kind.draw(step)),
    el('span', { class: 'when' }, `${Math.round(step.at)} ms`),
    step.lane > 0 && [bullet(step.lane), ' '],
    el('strong', null, kind.says),
    ' ',
    place(step.text),
    step.handler && [' ', el('span', { class: 'at' }, place(step.handler))],
    writesOf(step),
  );
}

// What a request asks for, without its method: the words that its handlers' labels repeat.
const target = (step) => step.text.replace(/^[A-Z]+ /, '');

// Steps of the network and of the page are timed by two clocks that differ by some milliseconds. Cause comes before
// effect: a handler after its answer, and what was held is let go after all handlers of the second event.
function settle(steps) {
  const moved = steps.map((step) => ({ ...step }));
  const handlers = moved.filter((step) => step.kind === 'handler' || step.kind === 'error');
  const late = (step) => step.lane === 1 && step.at > held;
  const held = Math.min(...moved.filter((step) => step.kind === 'held').map((step) => step.at));
  const firstLate = handlers.findIndex(late);
  const before = handlers.filter((step, i) => step.lane === 2 && (firstLate < 0 || i < firstLate));
  let least = Math.max(0, ...before.map((step) => step.at));
  for (const step of moved) {
    if (step.kind === 'released') least = step.at = Math.max(step.at, least);
    if (step.kind === 'answer' && step.lane === 1 && step.at > held)
      step.at = Math.max(step.at, least);
  }
  let last = 0;
  for (const handler of handlers) {
    const causes = moved.filter(
      (step) =>
        step.kind === 'answer' && step.lane === handler.lane && handler.text.includes(target(step)),
    );
    last = handler.at = Math.max(last, handler.at, ...causes.map((step) => step.at + 0.01));
  }
  return moved.sort((a, b) => a.at - b.at);
}

// The user's own handler belongs to the arrow that starts it; handlers that wrote nothing are left out.
function tidy(run, test) {
  const isRoot = (step) => step.kind === 'handler' && step.text === String(step.lane);
  const events = [null, result.events[test.first], result.events[test.second]];
  const kept = run.steps.filter(
    (step) => !isRoot(step) && (step.kind !== 'handler' || step.writes.length > 0),
  );
  return settle(kept).map((step) => {
    if (step.kind !== 'trigger') return step;
    const own = run.steps.find((other) => isRoot(other) && other.lane === step.lane);
    const text = events[step.lane] ? describe(events[step.lane]) : step.text;
    return { ...step, text, handler: own && own.handler, writes: own ? own.writes : [] };
  });
}

function sequence(title, run, test) {
  const waiting = new Set();
  const wasHeld = new Set();
  const rows = tidy(run, test).map((step) => {
    if (step.kind === 'released' || step.kind === 'aborted') waiting.delete(step.request);
    const row = drawStep({ ...step, wasHeld: wasHeld.has(step.request) }, waiting.size > 0);
    if (step.kind === 'held') waiting.add(step.request).size && wasHeld.add(step.request);
    return row;
  });
  const name = (line, text) => el('span', { style: `left: var(--${line})` }, text);
  return el(
    'section',
    { class: 'panel card' },
    el('h3', null, title, el('span', { class: 'soft' }, ` · ${seconds(run.ms)}`)),
    el(
      'div',
      { class: 'sequence' },
      el(
        'div',
        { class: 'lifelines', 'aria-hidden': 'true' },
        name('user', 'user'),
        name('page', 'page'),
        name('gate', 'net'),
        name('server', 'server'),
      ),
      el('ol', null, rows),
    ),
  );
}
