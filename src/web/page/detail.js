// Everything about one test: what differs, the pictures, the words, and why.

function pairNames(test) {
  return el(
    'div',
    { class: 'pair' },
    [test.first, test.second].map((index, i) =>
      el('p', null, bullet(i + 1), el('span', null, describe(result.events[index]))),
    ),
  );
}

// The handler of the first event that wrote something once its answer was let go is what to look at.
function culprit(test) {
  const steps = test.adverse.steps;
  const released = steps.findIndex((step) => step.kind === 'released');
  return released < 0
    ? null
    : steps.slice(released).find((step) => step.lane === 1 && step.writes.length);
}

// The request that was late and the line that asked for it (causes.c).
function causeOf({ late, cause }) {
  if (!late || !late.request) return 'other';
  const at = late.at ? ` asked for at ${place(late.at)}` : '';
  return `${cause === 'double-submit' ? 'sent twice: ' : ''}${place(late.request)}${at}`;
}

function explanation(test) {
  if (test.result !== 'race')
    return el(
      'p',
      null,
      sentence(verdicts[test.result].means),
      test.why && ` ${sentence(place(test.why))}`,
    );
  const late = culprit(test);
  const held = test.adverse.steps.find((step) => step.kind === 'held');
  return el(
    'p',
    null,
    'When the answer to ',
    held ? el('code', null, place(held.text)) : 'the first event',
    ' comes after all that ',
    bullet(2),
    ' does, ',
    late
      ? [
          el('code', null, place(late.handler || late.writes[0].handler || 'its handler')),
          ' writes ',
          el('code', null, place(late.writes[0].what)),
          ' last, and ',
        ]
      : null,
    'the page ends in another state than with the answers in order.',
  );
}

const sentence = (text) =>
  `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

function reasons(test) {
  const differs = test.differs;
  const names = [
    differs.picture && `picture: ${percent(test.difference)} of the pixels`,
    differs.text && 'visible text',
    differs.accessibility && 'accessibility tree',
    differs.storage && 'stored data',
    differs.errors && plural(test.errors.length, 'uncaught error'),
  ].filter(Boolean);
  if (!names.length) return null;
  return el(
    'div',
    { class: 'reasons verdict race' },
    names.map((name) => el('span', { class: 'chip' }, `≠ ${name}`)),
  );
}

function lead(test, position, move) {
  const verdict = verdicts[test.result];
  return el(
    'section',
    { class: 'lead card' },
    el(
      'div',
      { class: 'top' },
      el('span', { class: `chip verdict ${test.result}` }, verdict.symbol, ' ', verdict.name),
      el(
        'span',
        { class: 'steps' },
        el('span', { class: 'soft' }, position, ' '),
        el(
          'button',
          { type: 'button', 'aria-label': 'The one before', onclick: () => move(-1) },
          '←',
        ),
        el('button', { type: 'button', 'aria-label': 'The next', onclick: () => move(1) }, '→'),
      ),
    ),
    pairNames(test),
    el('div', { style: 'margin-top: 10px' }, explanation(test)),
    reasons(test),
  );
}

function lines(title, list) {
  if (!list.length) return null;
  const sign = { both: ' ', synchronous: 'in order', adverse: 'late' };
  const name = { synchronous: 'order', adverse: 'late' };
  return el(
    'section',
    { class: 'panel card' },
    el('h3', null, title),
    el(
      'ul',
      { class: 'lines words' },
      list.map((line) =>
        el('li', { class: name[line.kind] }, el('b', null, sign[line.kind]), line.text),
      ),
    ),
  );
}

function errors(test) {
  if (!test.errors.length) return null;
  return el(
    'section',
    { class: 'panel card' },
    el('h3', null, 'Uncaught only when the answer is late'),
    el(
      'ul',
      { class: 'lines' },
      test.errors.map((text) => el('li', { class: 'late' }, el('b', null, '✕'), place(text))),
    ),
  );
}

const orders = (test) =>
  test.synchronous.steps.length + test.adverse.steps.length > 0 &&
  el(
    'div',
    { class: 'orders' },
    sequence(inOrder, test.synchronous, test),
    sequence(lateAnswer, test.adverse, test),
  );

const remedy = (test) =>
  test.result === 'race' &&
  el(
    'section',
    { class: 'panel card' },
    el('h3', null, 'What usually helps'),
    el(
      'p',
      { class: 'soft' },
      'Let an answer ask whether it is still wanted before it writes: number the requests and drop all but the newest, abort the ' +
        'older one (AbortController, xhr.abort()), or compare with what the page shows now. Where the second event makes no sense ' +
        'while an answer is due, disable its control until then. A debounce alone does not help.',
    ),
  );

function detail(test, view, controls) {
  return [
    lead(test, controls.position, controls.move),
    viewer(test, view, controls.redraw),
    lines('What is read on the page', test.text),
    lines('What a screen reader is told', test.accessibility),
    lines('What is stored', test.storage),
    errors(test),
    orders(test),
    remedy(test),
  ].filter(Boolean);
}
