// How things are called, in one place.

const result = JSON.parse(document.getElementById('result').textContent);

const verdicts = {
  race: { symbol: '✕', name: 'race', many: 'races', means: 'the late answer changes the result' },
  unstable: {
    symbol: '≈',
    name: 'unstable',
    many: 'unstable',
    means: 'two equal runs differ already',
  },
  broken: {
    symbol: '!',
    name: 'broken',
    many: 'broken',
    means: 'the browser failed in every attempt',
  },
  infeasible: {
    symbol: '⊘',
    name: 'infeasible',
    many: 'infeasible',
    means: 'the second event is not possible then',
  },
  same: { symbol: '✓', name: 'same', many: 'same', means: 'the order of answers does not matter' },
};

const inOrder = 'Answers in order';
const lateAnswer = 'First answer late';

const seconds = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);
const plural = (count, one, many) => `${count} ${count === 1 ? one : many || `${one}s`}`;

function percent(part) {
  const value = part * 100;
  if (value > 0 && value < 0.01) return '< 0.01 %';
  return `${value.toFixed(value < 1 ? 2 : 1)} %`;
}

// Addresses of the page's own server are shown without it.
const origin = /^[a-z]+:\/\/[^/]*\//i.exec(result.url || '');
const place = (text) => (origin && text ? text.replaceAll(origin[0], '') : text);

function verb(event) {
  const what = event.label || event.selector || '';
  if (event.type === 'input') return `type “${event.value ?? ''}” into ${what}`;
  if (event.type === 'change') return `choose “${event.value ?? ''}” in ${what}`;
  if (event.type === 'key') return `press ${event.value} in ${what}`;
  if (event.type === 'dblclick') return `double-click ${what}`;
  if (event.type === 'scroll') return `scroll ${what}`;
  if (event.type === 'drag') return `drag ${what} to ${event.value}`;
  if (event.type === 'hover') return `point at ${what}`;
  return `${event.type} ${what}`;
}

const describe = (event) =>
  event.events && event.events.length ? event.events.map(verb).join(', then ') : verb(event);

// Most events are clicks: where room is scarce, the element alone says it.
const brief = (event) => (event.type === 'click' && event.label) || describe(event);

const lanes = ['none', 'one', 'two'];
const bullet = (lane) => el('span', { class: `bullet ${lanes[lane]}` }, lane ? String(lane) : '·');

const picture = (index) => (index === null || index === undefined ? null : result.pictures[index]);
