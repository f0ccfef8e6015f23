// State and keys: which tests are listed, which one is shown, and how its pictures are viewed.

const state = {
  shown: new Set(countOf('race') ? ['race'] : Object.keys(verdicts)),
  words: '',
  folded: new Set(), // causes whose races are not listed
  current: -1,
  view: { mode: 'both', difference: false },
};

const list = el('ol', { class: 'list' });
const shownTest = el('div', { class: 'detail', id: 'shown', tabindex: -1, 'aria-live': 'polite' });
const search = el('input', {
  type: 'search',
  placeholder: 'Search events, files, text  ( / )',
  'aria-label': 'Search',
  oninput: () => update({ words: search.value.trim().toLowerCase() }),
});

// What a person may look for in a test, names and what differs, put together once. Not the steps: all of them hold all.
const haystack = result.tests.map((test) =>
  [
    result.events[test.first],
    result.events[test.second],
    test.why,
    test.errors,
    test.text,
    test.late,
  ]
    .map((part) => JSON.stringify(part) || '')
    .join(' ')
    .toLowerCase(),
);

// Races with one cause stand together: first those that are seen most, then what is only read, stored or thrown.
const order = Object.keys(verdicts);
const causes = result.tests.map((test) => (test.result === 'race' ? causeOf(test) : ''));
const sizes = new Map();
result.tests.forEach((test, i) =>
  sizes.set(causes[i], Math.max(test.difference, sizes.get(causes[i]) || 0)),
);

const sortKeys = (i) => [
  order.indexOf(result.tests[i].result),
  -sizes.get(causes[i]),
  causes[i],
  -result.tests[i].difference,
  i,
];

function compare(a, b) {
  const [left, right] = [sortKeys(a), sortKeys(b)];
  const at = left.findIndex((key, k) => key !== right[k]);
  return at < 0 ? 0 : left[at] < right[at] ? -1 : 1;
}

const sorted = result.tests.map((_, i) => i).sort(compare);

const listed = () =>
  sorted.filter(
    (i) => state.shown.has(result.tests[i].result) && haystack[i].includes(state.words),
  );

function entry(index) {
  const test = result.tests[index];
  const name = (event, lane) =>
    el(
      'span',
      { class: 'name' },
      bullet(lane),
      el('span', { title: describe(event) }, describe(event)),
    );
  return el(
    'li',
    null,
    el(
      'button',
      {
        type: 'button',
        class: `verdict ${test.result}`,
        'aria-current': String(index === state.current),
        onclick: () => show(index),
      },
      el('span', { class: 'symbol' }, verdicts[test.result].symbol, hidden(test.result)),
      name(result.events[test.first], 1),
      name(result.events[test.second], 2),
    ),
  );
}

const causeHeading = (cause, count) =>
  el(
    'li',
    { class: 'cause' },
    el(
      'button',
      {
        type: 'button',
        'aria-expanded': String(!state.folded.has(cause)),
        onclick: () => {
          if (!state.folded.delete(cause)) state.folded.add(cause);
          const at = [...list.children].indexOf(list.querySelector('.cause :focus')?.parentNode);
          drawList();
          list.children[at]?.firstChild.focus(); // the list is new, whoever uses keys stays here
        },
      },
      el('code', null, cause),
      el('span', { class: 'soft' }, ` ${plural(count, 'race')}`),
    ),
  );

function filters() {
  return order.filter(countOf).map((verdict) =>
    el(
      'button',
      {
        type: 'button',
        class: `chip verdict ${verdict}`,
        'aria-pressed': String(state.shown.has(verdict)),
        onclick: (event) => {
          if (!state.shown.delete(verdict)) state.shown.add(verdict);
          event.currentTarget.setAttribute('aria-pressed', String(state.shown.has(verdict)));
          update({});
        },
      },
      verdicts[verdict].symbol,
      ` ${countOf(verdict)} ${countOf(verdict) === 1 ? verdicts[verdict].name : verdicts[verdict].many}`,
    ),
  );
}

function drawList() {
  const indices = listed();
  list.replaceChildren(
    ...indices.flatMap((index, i) => {
      const cause = causes[index];
      const isNew = cause && cause !== causes[indices[i - 1]];
      const count = isNew ? indices.filter((other) => causes[other] === cause).length : 0;
      return [
        ...(isNew ? [causeHeading(cause, count)] : []),
        ...(state.folded.has(cause) ? [] : [entry(index)]),
      ];
    }),
  );
  if (!indices.length) {
    const empty = result.tests.length
      ? 'No test matches.'
      : 'No pair of events can conflict: nothing was tested.';
    list.append(el('li', { class: 'empty soft' }, empty));
  }
  for (const button of document.querySelectorAll('[data-test]')) {
    button.setAttribute('aria-current', String(Number(button.dataset.test) === state.current));
  }
}

function drawDetail() {
  const test = result.tests[state.current];
  if (!test) return shownTest.replaceChildren();
  const indices = listed();
  const at = indices.indexOf(state.current);
  return shownTest.replaceChildren(
    ...detail(test, state.view, {
      position: at < 0 ? '' : `${at + 1} of ${indices.length}`,
      move,
      redraw: (view) => {
        Object.assign(state.view, view);
        drawDetail();
      },
    }),
  );
}

function update(change) {
  Object.assign(state, change);
  const indices = listed();
  if (indices.length && !indices.includes(state.current)) state.current = indices[0];
  drawList();
  drawDetail();
}

function show(index, scrolls) {
  state.shown.add(result.tests[index].result);
  state.folded.delete(causes[index]);
  if (!haystack[index].includes(state.words)) search.value = state.words = '';
  tools.replaceChildren(search, ...filters());
  update({ current: index });
  history.replaceState(null, '', `#test-${index + 1}`);
  scrollList();
  if (scrolls) document.querySelector('.split').scrollIntoView();
}

// As scrollIntoView, which would move the whole page as well.
function scrollList() {
  const current = list.querySelector('[aria-current="true"]');
  if (!current) return;
  const [inner, outer] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

function move(by) {
  const indices = listed();
  if (indices.length)
    show(indices[(indices.indexOf(state.current) + by + indices.length) % indices.length]);
}

const redrawWith = (view) => {
  Object.assign(state.view, view);
  drawDetail();
};

const shortcuts = {
  ArrowRight: () => move(1),
  ArrowDown: () => move(1),
  ArrowLeft: () => move(-1),
  ArrowUp: () => move(-1),
  '/': () => search.focus(),
  '?': showHelp,
  s: () => redrawWith({ mode: state.view.mode === 'slider' ? 'both' : 'slider' }),
  d: () => redrawWith({ difference: !state.view.difference }),
};

addEventListener('keydown', (event) => {
  if (event.target === search && event.key === 'Escape') search.blur();
  if (event.target.closest('input, dialog[open]') || event.ctrlKey || event.metaKey || event.altKey)
    return;
  // Up and down scroll the page as everywhere, unless the list has the focus.
  if (/^Arrow(Up|Down)$/.test(event.key) && !list.contains(event.target)) return;
  const does = shortcuts[event.key];
  if (!does) return;
  event.preventDefault();
  does();
});

const tools = el('div', { class: 'tools' }, search, filters());
document.title = `${plural(countOf('race'), 'race')}: ${result.title || result.url}`;
document
  .getElementById('report')
  .append(
    el('a', { class: 'skip', href: '#shown' }, 'Skip to the test that is shown'),
    head(),
    ...notes(),
    el(
      'main',
      null,
      el(
        'div',
        { class: 'split' },
        el('nav', { class: 'side card', 'aria-label': 'Tests' }, tools, list),
        shownTest,
      ),
      matrix(show),
      eventList(),
    ),
    foot(),
    help,
  );

const asked = /^#test-(\d+)$/.exec(location.hash);
const start = asked && result.tests[Number(asked[1]) - 1] ? Number(asked[1]) - 1 : listed()[0];
if (start === undefined) update({});
else show(start);
