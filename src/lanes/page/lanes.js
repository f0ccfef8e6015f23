// The page of a run: findings, and for each the lanes of its runs. Text always becomes a text node: nothing that a
// program printed or called its files is ever parsed as HTML here.

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child));
  return node;
}

const el = (tag, attributes, ...children) =>
  fill(document.createElement(tag), attributes, children);

const svg = (tag, attributes, ...children) =>
  fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);

const [LEAST_STEP, MOST_STEP] = [16, 34]; // from one event to the next, in pixels
const LANE = 28;
const MARGIN = 8; // events shown on either side of what was held

// What was held or overtook it in one of the runs has its colour in both.
const roleOf = (event, roles) => roles.get(event.key) || '';

const ms = (time) => `${Number(time.toFixed(3))} ms`;

function sentence(event) {
  const words = [];
  if (event.went === undefined) words.push(`came at ${ms(event.came)} and never went`);
  else if (event.went === event.came) words.push(`came and went at ${ms(event.came)}`);
  else words.push(`came at ${ms(event.came)}, went at ${ms(event.went)}`);
  const passed = event.to - event.from;
  if (event.does) words.unshift(event.does);
  if (event.held) words.push(passed ? `held: ${passed} went before it meanwhile` : 'held');
  else if (event.overtook) words.push('came later than a held one, and overtook it');
  return words.join('; ');
}

// Which part of a run is worth looking at first: around what was held, or all of a short one.
function windowOf(run, roles) {
  const marked = run.events.filter((event) => roles.has(event.key));
  const length = run.events.length;
  if (!marked.length || length <= 40) return [0, Math.min(length, 200)];
  const from = Math.min(...marked.map((event) => event.from)) - MARGIN;
  const to = Math.max(...marked.map((event) => event.to)) + MARGIN + 1;
  return [Math.max(0, from), Math.min(length, to, from + 600)];
}

// One run. `onChoose(event)` is told which event was chosen; `mark(key)` shows the same event here.
function drawRun(run, roles, onChoose) {
  const names = el('div', { class: 'names', 'aria-hidden': 'true' });
  const scroll = el('div', { class: 'scroll' });
  const lanes = el(
    'div',
    {
      class: 'lanes',
      tabindex: '0',
      role: 'group',
      'aria-label': `${run.title}: lanes; arrow keys go from event to event`,
    },
    names,
    scroll,
  );
  const bars = new Map();
  let [from, to] = windowOf(run, roles);
  let chosen = -1;
  let step = LEAST_STEP;
  const shown = () => run.events.slice(from, to);

  function draw() {
    const used = [...new Set(shown().map((event) => event.lane))].sort((a, b) => a - b);
    const row = new Map(used.map((lane, index) => [lane, index]));
    names.replaceChildren(
      ...used.map((lane) => el('div', { title: run.lanes[lane] }, run.lanes[lane])),
    );
    step = Math.max(LEAST_STEP, Math.min(MOST_STEP, 900 / (to - from + 1)));
    const width = (to - from + 1) * step;
    const height = used.length * (LANE + 1);
    bars.clear();
    const drawing = svg('svg', { style: `min-width: max(100%, ${width}px)`, height });
    used.forEach((lane, index) => {
      if (index)
        drawing.append(
          svg('line', {
            class: 'rule',
            x1: 0,
            x2: '100%',
            y1: index * (LANE + 1),
            y2: index * (LANE + 1),
          }),
        );
    });
    // what is marked lies on top
    const ordered = shown().sort((a, b) => roles.has(a.key) - roles.has(b.key));
    ordered.forEach((event) => {
      const role = roleOf(event, roles);
      const start = (Math.max(event.from, from) - from) * step + 4;
      const end = (event.to - from) * step + 14;
      const bar = svg(
        'rect',
        {
          class: `bar ${role}`,
          x: Math.min(start, end - 10),
          width: Math.max(end - start, 10),
          y: row.get(event.lane) * (LANE + 1) + (role ? 8 : 10),
          height: role ? 12 : 8,
          rx: 3,
          onclick: () => choose(event.to),
        },
        svg('title', {}, `${event.key}\n${sentence(event)}`),
      );
      bars.set(event.to, bar);
      drawing.append(bar);
    });
    scroll.replaceChildren(drawing);
  }

  function choose(index) {
    bars.get(chosen)?.classList.remove('chosen');
    chosen = Math.max(from, Math.min(to - 1, index));
    const bar = bars.get(chosen);
    if (!bar) return;
    bar.classList.add('chosen');
    const x = (chosen - from) * step;
    if (x < scroll.scrollLeft || x > scroll.scrollLeft + scroll.clientWidth - 2 * step)
      scroll.scrollLeft = x - scroll.clientWidth / 2;
    onChoose(run.events[chosen]);
  }

  function next(by, wanted) {
    for (let index = chosen + by; index >= from && index < to; index += by)
      if (wanted(run.events[index])) return choose(index);
  }

  lanes.addEventListener('keydown', (event) => {
    const keysOf = {
      ArrowRight: () => next(1, () => true),
      ArrowLeft: () => (chosen < 0 ? choose(from) : next(-1, () => true)),
      Home: () => choose(from),
      End: () => choose(to - 1),
      n: () => next(1, (one) => roles.has(one.key)),
      p: () => next(-1, (one) => roles.has(one.key)),
    };
    const action = !event.ctrlKey && !event.metaKey && !event.altKey && keysOf[event.key];
    if (!action) return;
    event.preventDefault();
    if (chosen < 0 && event.key !== 'End') chosen = from - 1;
    action();
  });

  function mark(key) {
    run.events.forEach((event) => {
      bars.get(event.to)?.classList.toggle('same', event.key === key);
    });
    const event = run.events.find((one) => one.key === key);
    if (!event || !bars.has(event.to)) return;
    const x = (event.to - from) * step;
    if (x < scroll.scrollLeft || x > scroll.scrollLeft + scroll.clientWidth)
      scroll.scrollLeft = x - scroll.clientWidth / 2;
  }

  const count = el('span', { class: 'soft' });
  const whole = el(
    'button',
    {
      type: 'button',
      onclick: () => {
        [from, to] = to - from < run.events.length ? [0, run.events.length] : windowOf(run, roles);
        chosen = -1;
        show();
      },
    },
    '',
  );
  function show() {
    draw();
    const all = to - from >= run.events.length;
    const cut = run.left_out ? `; ${run.left_out} more are not in this page` : '';
    count.textContent = all
      ? `${run.events.length} events${cut}`
      : `events ${from + 1} to ${to} of ${run.events.length}${cut}`;
    whole.textContent = all ? 'only around what was held' : 'the whole run';
    const [first, last] = windowOf(run, roles);
    whole.hidden = first === 0 && last >= run.events.length;
  }
  show();
  const node = el(
    'div',
    { class: 'run' },
    el('div', { class: 'legend' }, el('h3', {}, run.title), count, whole),
    lanes,
  );
  return { node, mark };
}

function drawFacts(facts) {
  if (!facts.length) return null;
  return el('dl', {}, facts.map(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
}

const legend = (hasAccesses) =>
  el(
    'p',
    { class: 'legend' },
    el('span', {}, el('i', {}), 'an event, from where it came to where it went'),
    el('span', {}, el('i', { class: 'held' }), 'held back'),
    el('span', {}, el('i', { class: 'overtook' }), 'overtook it'),
    hasAccesses && el('span', {}, el('i', { class: 'access' }), 'the other access of the race'),
    el('span', {}, 'keys: ← → Home End, n p for the marked ones'),
  );

// What changed places, in words, in the order in which it went.
function swaps(run, roles) {
  const most = 12;
  const marked = run.events.filter((event) => roles.has(event.key));
  if (!marked.length) return null;
  const row = (event) =>
    el(
      'li',
      {},
      el('span', { class: `dot ${roles.get(event.key)}` }),
      el('code', {}, event.key),
      el('span', { class: 'soft' }, ` ${sentence(event)}`),
    );
  return el(
    'details',
    { open: true },
    el('summary', {}, `${run.title}: what changed places, in the order in which it went`),
    el('ol', {}, marked.slice(0, most).map(row)),
    marked.length > most && el('p', { class: 'soft' }, `and ${marked.length - most} more`),
  );
}

function drawRuns(runs) {
  const roles = new Map();
  for (const run of runs)
    for (const event of run.events) if (event.overtook) roles.set(event.key, 'overtook');
  for (const run of runs)
    for (const event of run.events) if (event.held) roles.set(event.key, 'held');
  for (const run of runs)
    for (const event of run.events)
      if (event.does && roles.get(event.key) !== 'held') roles.set(event.key, 'access');
  const detail = el(
    'p',
    { class: 'detail soft', 'aria-live': 'polite' },
    'Choose an event to read what it is; the same one of the other run is marked.',
  );
  const drawn = runs.map((run, index) =>
    drawRun(run, roles, (event) => {
      detail.className = 'detail';
      detail.replaceChildren(
        el('code', {}, event.key),
        el('br'),
        `${run.title}: ${sentence(event)}`,
      );
      drawn.forEach((other, at) => other.mark(at === index ? undefined : event.key));
    }),
  );
  const hasAccesses = [...roles.values()].includes('access');
  return [legend(hasAccesses), drawn.map((one) => one.node), detail, swaps(runs[runs.length - 1], roles)];
}

function drawFinding(finding) {
  return el(
    'section',
    { class: 'card', id: finding.id },
    finding.title &&
      el(
        'h2',
        {},
        finding.id ? `${finding.id} · ` : '',
        finding.title,
        ' ',
        finding.status && el('span', { class: `badge ${finding.status}` }, finding.status),
      ),
    finding.message && el('p', { class: 'message' }, finding.message),
    finding.excerpt && el('pre', { tabindex: '0' }, finding.excerpt),
    drawFacts(finding.facts),
    finding.runs.length ? drawRuns(finding.runs) : null,
  );
}

const result = JSON.parse(document.getElementById('result').textContent);
document.title = result.title;
document.getElementById('report').append(
  el(
    'header',
    { class: 'card' },
    el('h1', {}, result.title),
    result.summary &&
      el('p', { class: `verdict ${result.failed ? 'failed' : 'passed'}` }, result.summary),
    drawFacts(result.facts) || '',
  ),
  ...result.findings.map(drawFinding),
);
