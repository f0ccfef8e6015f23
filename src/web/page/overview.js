// The page around the tests: its head, the matrix of pairs, the events with their graphs.

const mark = () =>
  svg(
    'svg',
    { viewBox: '0 0 32 32', 'aria-hidden': 'true' },
    svg('rect', { width: 32, height: 32, rx: 8, fill: 'var(--accent)' }),
    svg('path', {
      d: 'M6 11h12M6 21h20',
      stroke: 'var(--card)',
      'stroke-width': 3,
      'stroke-linecap': 'round',
    }),
    svg('path', {
      d: 'M21 5v6c0 4-8 4-8 10v6',
      stroke: 'var(--first)',
      'stroke-width': 3,
      'stroke-linecap': 'round',
      fill: 'none',
    }),
  );

const countOf = (verdict) => result.tests.filter((test) => test.result === verdict).length;

function head() {
  const races = countOf('race');
  const causes = new Set(result.tests.filter((test) => test.result === 'race').map(causeOf));
  const tested = plural(result.tests.length, 'tested pair');
  const said = races
    ? `${plural(races, 'race')} in ${tested}, ${plural(causes.size, 'cause')}`
    : `No race in ${tested}`;
  return el(
    'header',
    { class: 'head' },
    mark(),
    el(
      'div',
      null,
      el('h1', null, said),
      el('p', { class: 'url soft' }, result.title && `${result.title} · `, result.url),
    ),
    el(
      'p',
      { class: 'soft' },
      `${plural(result.events.length, 'event')} · ${seconds(result.phase1_ms + result.phase2_ms)} · `,
      el(
        'button',
        { type: 'button', class: 'chip', onclick: showHelp },
        'Keys ',
        el('kbd', null, '?'),
      ),
    ),
  );
}

function notes() {
  const texts = [
    result.interrupted && 'The run was interrupted: not all pairs were tested.',
    ...result.warnings,
    result.outside &&
      `${plural(result.outside, 'picture')} would have made this page too large: they lie beside it, in the same folder.`,
  ];
  return texts
    .filter(Boolean)
    .map((text) => el('p', { class: 'note', style: 'margin-bottom: 8px' }, text));
}

function cell(first, second, show) {
  const index = result.tests.findIndex((test) => test.first === first && test.second === second);
  if (index < 0)
    return el('td', { title: 'cannot conflict: not tested' }, '·', hidden('not tested'));
  const verdict = verdicts[result.tests[index].result];
  const title = `${result.events[first].id} then ${result.events[second].id}: ${verdict.name}, ${verdict.means}`;
  return el(
    'td',
    null,
    el(
      'button',
      {
        type: 'button',
        class: `verdict ${result.tests[index].result}`,
        title,
        'data-test': index,
        onclick: () => show(index, true),
      },
      verdict.symbol,
      hidden(verdict.name),
    ),
  );
}

function matrix(show) {
  const used = Object.keys(verdicts).filter(countOf);
  return el(
    'section',
    null,
    el('h2', { id: 'pairs' }, 'Pairs'),
    el(
      'div',
      { class: 'card' },
      el(
        'div',
        { class: 'scroll' },
        el(
          'table',
          { class: 'matrix' },
          el(
            'thead',
            null,
            el(
              'tr',
              null,
              el('th', { class: 'soft' }, bullet(1), ' first ↓   ', bullet(2), ' second →'),
              result.events.map((event) =>
                el('th', { scope: 'col', title: describe(event) }, event.id),
              ),
            ),
          ),
          el(
            'tbody',
            null,
            result.events.map((event, first) =>
              el(
                'tr',
                null,
                el(
                  'th',
                  { scope: 'row', title: describe(event) },
                  el('b', null, event.id),
                  ' ',
                  brief(event),
                ),
                result.events.map((other, second) => cell(first, second, show)),
              ),
            ),
          ),
        ),
      ),
      el(
        'p',
        { class: 'key soft' },
        used.map((name) =>
          el(
            'span',
            { class: `verdict ${name}` },
            el('b', null, verdicts[name].symbol),
            ` ${verdicts[name].name}: ${verdicts[name].means}`,
          ),
        ),
        el('span', null, '· not tested: no box is written by both'),
      ),
    ),
  );
}

// The boxes an event and all that followed from it wrote, over the picture taken when it was done.
function written(event, graph) {
  const source = picture(event.after);
  if (source === null) return null;
  const boxes = graph.nodes
    .flatMap((node) => node.writes)
    .filter((write) => !write.storage && write.box[2] > 0);
  const over = svg(
    'svg',
    { 'aria-hidden': 'true' },
    boxes.map((write) => {
      const [x, y, width, height] = write.box;
      return svg('rect', { x, y, width, height }, svg('title', null, write.what));
    }),
  );
  const image = el('img', { src: source, alt: 'The page after this event alone' });
  image.onload = () =>
    over.setAttribute('viewBox', `0 0 ${image.naturalWidth} ${image.naturalHeight}`);
  return el('div', { class: 'written' }, image, over);
}

function inside(event, graph) {
  return el(
    'div',
    { class: 'inside' },
    el(
      'div',
      { class: 'graph scroll' },
      graph && graph.nodes.length ? drawGraph(graph, event.id) : 'Nothing followed from it.',
    ),
    graph && written(event, graph),
  );
}

function eventCard(event, index) {
  const graph = result.graphs[index];
  const row = (name, value) => value && [el('dt', null, name), el('dd', null, value)];
  const toggle = el('button', { type: 'button', 'aria-expanded': 'false' }, 'Event graph');
  const card = el(
    'article',
    { class: 'event card', id: `event-${event.id}` },
    picture(event.thumbnail) !== null &&
      el('img', { class: 'thumb', src: picture(event.thumbnail), alt: '' }),
    el(
      'div',
      { class: 'body' },
      el('h3', null, `${event.id} · ${describe(event)}`),
      el(
        'dl',
        null,
        row('Element', event.selector && el('code', null, event.selector)),
        row('Handler', event.handler && el('span', { class: 'at' }, place(event.handler))),
        row(
          'Alone',
          graph &&
            `${plural(graph.ajax, 'request')}, ${plural(graph.mutations, 'changed box', 'changed boxes')}`,
        ),
        row('Note', event.trouble),
      ),
      toggle,
    ),
  );
  let drawn = null;
  toggle.addEventListener('click', () => {
    const open = card.classList.toggle('open');
    toggle.setAttribute('aria-expanded', String(open));
    if (open) card.append((drawn = drawn || inside(event, graph)));
    else drawn.remove();
  });
  return card;
}

const eventList = () =>
  el(
    'section',
    null,
    el('h2', { id: 'events' }, 'Events'),
    el('div', { class: 'events' }, result.events.map(eventCard)),
  );

const foot = () =>
  el(
    'footer',
    null,
    el('span', null, `Interloper ${result.version} · ${result.browser || ''}`),
    el('span', null, 'Contains pictures and texts of the page: share it as you would share them'),
    el(
      'span',
      null,
      `Graphs ${seconds(result.phase1_ms)} · tests ${seconds(result.phase2_ms)} · ${result.viewport.join(' × ')}`,
    ),
  );

const keys = [
  ['←  →', 'the test before, the next'],
  ['/', 'search'],
  ['s', 'slider or side by side'],
  ['d', 'differences'],
  ['?', 'this help'],
];

const help = el(
  'dialog',
  { 'aria-label': 'Keys' },
  el('h3', null, 'Keys'),
  el(
    'dl',
    null,
    keys.map(([key, does]) => [el('dt', null, el('kbd', null, key)), el('dd', null, does)]),
  ),
  el('form', { method: 'dialog' }, el('button', { class: 'toggle' }, 'Close')),
);

const showHelp = () => help.open || help.showModal();
