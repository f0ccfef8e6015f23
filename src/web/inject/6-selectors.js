// A selector that finds an element again: after a reload, and where another event came first. By its names (id, attributes,
// class), else by those of the row it is in, else by its place, which may be another's by then. What a framework counts or
// draws by lot, and what tells of a state, is no name.

// First those that make a selector anywhere; the others (with any other data-*) count where it would go by place else.
const NAMES = ['data-testid', 'data-id', 'name', 'aria-label', 'data-action', 'value'];
const MORE_NAMES = [
  'data-test', 'data-test-id', 'data-cy', 'data-qa', 'data-key', 'rel', 'for', 'aria-controls', 'title', 'placeholder', 'href',
  'hx-get', 'hx-post', 'hx-put', 'hx-patch', 'hx-delete', 'onclick',
];
const NAMED_BY_VALUE = 'button, option, li, input:is([type=radio], [type=checkbox], [type=button], [type=submit], [type=hidden])';

const STATE = new RegExp(
  '(?:^|[-_])(?:' +
    'active|inactive|selected|open|opened|closed|current|hidden|visible|show|shown|showing|hide|' +
    'disabled|enabled|focus|focused|hover|checked|unchecked|expanded|collapsed|collapse|loading|loaded|' +
    'ready|busy|pending|waiting|error|invalid|valid|success|done|complete|completed|editing|dirty|' +
    'pristine|touched|untouched|empty|filled|on|off|in|out|enter|leave|entering|leaving|fade|first|' +
    'last|odd|even|unread|sorted|asc|desc|pressed|highlight|highlighted|dragging|primary|secondary|' +
    'danger|warning|light|dark|outline|state|status|order|count|total|size|length|version|nonce|' +
    'token|csrf|theme|mode' +
    ')(?:$|[-_])',
);
const PLACE_DATA = /-(index|idx|i|n|pos|position|row|col|column)$/;
const FRAMEWORK_DATA = /^data-(v-|react|radix|headlessui|svelte|astro|hydrat|server-rendered|sveltekit|turbo|n-ids?$|s$)/;
const COUNTED = new RegExp(
  [
    ':[rRS][0-9a-z]*:', '«[rR]\\w*»', '_[rR]_\\w*_', '^v-\\d', '^input-(v-)?\\d+$', '^(ui-id-|uid[-_]?)\\d+$',
    '^(radix|headlessui|react-aria|react-select|downshift|mui|chakra|mantine|reach|bits|melt)\\W',
    '^(ember|__BVID__|yui_|dijit_)[-_\\w]*\\d', '^(mat|cdk|el-id|pv_id|pn_id|rc|ext|gwt|tippy|popper|select2|vaadin)[-_][-\\w]*\\d',
  ].join('|'),
);
// by lot: keys of databases, hashes, times in milliseconds, digits and letters mixed
const LOTTERY = new RegExp(
  [
    '[0-9a-f]{8}-[0-9a-f]{4}-', '\\d{10}', '(?<![a-z0-9])(?=[0-9a-f]*\\d)(?=\\d*[a-f])[0-9a-f]{8,}(?![a-z0-9])',
    '(?:\\d+[a-z]+){2}\\d', '(?:[a-z]+\\d+){2}[a-z]',
  ].join('|'),
  'i',
);
const lasts = (value) =>
  value && value.length < 120 && !/[\p{Cc}\p{Cs}\\]|>>>/u.test(value) && !COUNTED.test(value) && !LOTTERY.test(value);

// Words in small letters; where there are figures or signs (px-4, md:flex) all of them are style.
const PLAIN_CLASS = /^[a-z]{2,}(?:[-_]{1,2}[a-z]+)*$/;
const STYLE_CLASS = new RegExp(
  '^(css|sc|jsx|svelte|is|has|ng|btn|button|text|font|bg|border|flex|grid|underline|rounded|shadow|cursor|items|justify|relative|' +
    'absolute|fixed|block|inline|overflow|transition|truncate|uppercase|italic|float|pull|col|row|d)(?:-|$)',
);
function classesOf(element) {
  const all = [...element.classList];
  if (all.some((name) => /[\d:[\]/]/.test(name))) return [];
  return all.filter((name) => PLAIN_CLASS.test(name) && !STYLE_CLASS.test(name) && !STATE.test(name));
}

// While all of the page is searched nothing of it changes: what was found out of a node counts until the end. Else nothing is
// kept.
let kept = null; // node -> name -> answer
function once(node, name, answer) {
  if (!kept) return answer();
  if (!kept.has(node)) kept.set(node, new Map());
  const answers = kept.get(node);
  if (!answers.has(name)) answers.set(name, answer());
  return answers.get(name);
}
function search(run) {
  kept = new Map();
  try {
    return run();
  } finally {
    kept = null;
  }
}

// The children of its parent that are of its kind.
const peersIn = (parent, localName) =>
  once(parent, localName, () => [...parent.children].filter((other) => other.localName === localName));

// data-size of a box is a state; of buttons that have one each it says which is which.
const isKey = ({ parentNode, localName }, attribute) =>
  once(parentNode, `${localName} ${attribute}`, () => {
    const peers = peersIn(parentNode, localName);
    return peers.length > 1 && new Set(peers.map((other) => other.getAttribute(attribute))).size === peers.length;
  });

// "Next" leads elsewhere each time; "2" does not.
const TURNS = /\b(?:page|p|offset|start|skip|after|before|cursor|year|month|week|day|date)[=/]([\d-]+)/i;
function turns(element, attribute) {
  const [, where] = TURNS.exec(`${attribute}=${element.getAttribute(attribute)}`) || [];
  const told = (element.innerText || '').match(/\d+/g) || [];
  return !!where && !where.split('-').some((part) => told.some((number) => Number(number) === Number(part)));
}

function names(element, attribute) {
  const value = element.getAttribute(attribute);
  if (!lasts(value) || turns(element, attribute)) return false;
  if (attribute === 'value') return element.matches(NAMED_BY_VALUE);
  if (attribute === 'rel') return /^(next|prev)$/.test(value);
  if (attribute === 'href') return !/^(#!?$|javascript:)/i.test(value);
  if (!attribute.startsWith('data-') || NAMES.includes(attribute)) return true;
  if (FRAMEWORK_DATA.test(attribute) || PLACE_DATA.test(attribute)) return false;
  if (/^(true|false|yes|no|on|off|[[{].*)$/.test(value)) return false;
  return !STATE.test(attribute) || isKey(element, attribute);
}

const byAttribute = (element, name) => `${element.localName}[${name}=${JSON.stringify(element.getAttribute(name))}]`;
const byAttributes = (element, list) => list.filter((name) => names(element, name)).map((name) => byAttribute(element, name));
const dataOf = (element) =>
  element.getAttributeNames().filter((name) => /^data-[\w-]+$/.test(name) && !NAMES.includes(name) && !MORE_NAMES.includes(name));

function firstNames(element) {
  return [...(lasts(element.id) ? ['#' + CSS.escape(element.id)] : []), ...byAttributes(element, NAMES)];
}

function moreNames(element) {
  const both = element.matches('[name][value]') ? byAttributes(element, ['name', 'value']) : [];
  const pair = both.length === 2 ? [both[0] + both[1].slice(element.localName.length)] : [];
  const classes = classesOf(element).map((name) => `${element.localName}.${name}`);
  return [...pair, ...byAttributes(element, [...MORE_NAMES, ...dataOf(element)]), ...classes];
}

// A row that says nothing itself is known by what it holds: the link to its page, the box to tick it.
function rowNames(root, row) {
  const { localName, className, parentNode } = row;
  const isLike = (other) => other !== row && other.localName === localName && other.className === className;
  const isRow = row.matches('li, tr, article, [role=row], [role=listitem]');
  if (!isRow && !(className && [...parentNode.children].some(isLike))) return [];
  const inner = [...row.querySelectorAll('[id], a[href], input, button, [data-id], [data-key]')].slice(0, 20);
  const held = inner.flatMap((one) => [
    ...(lasts(one.id) ? ['#' + CSS.escape(one.id)] : []),
    ...byAttributes(one, ['data-id', 'data-key', 'href', 'name', 'value', ...dataOf(one)]),
  ]);
  return held.filter((name) => unique(name, root)).map((name) => `${localName}:has(${name})`);
}

const unique = (selector, root) => root.querySelectorAll(selector).length === 1;

// 'my-card >>> button': what follows `>>>` is looked for inside the open shadow root of what stands before it.
function selectorOf(element) {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? `${selectorOf(root.host)} >>> ${selectorIn(root, element)}` : selectorIn(document, element);
}

function selectorIn(root, element) {
  if (element === document.documentElement || element === document.body) return element.localName;
  const isUnique = (name) => unique(name, root);
  const first = firstNames(element).find(isUnique);
  if (first) return first;
  const path = pathTo(root, element);
  return (path.includes(':nth-') && moreNames(element).find(isUnique)) || path;
}

function pathTo(root, element) {
  const step = stepTo(root, element);
  if (element.parentNode !== root) return `${selectorIn(root, element.parentNode)} > ${step}`;
  return unique(step, root) ? step : `:host > ${step}`;
}

// What it is among the children of its parent.
function stepTo(root, element) {
  const siblings = peersIn(element.parentNode, element.localName);
  if (siblings.length === 1) return element.localName;
  const differs = (name) => !siblings.some((other) => other !== element && other.matches(name));
  const alone = (name) => (siblings.length > 100 && unique(name, root)) || differs(name); // the browser counts faster
  const name = [...firstNames(element), ...moreNames(element)].find(alone) || rowNames(root, element).find(alone);
  return name || `${element.localName}:nth-of-type(${siblings.indexOf(element) + 1})`;
}

// ---- the other way: all elements that a selector matches, in document order; an error where it is none ----
//
// CSS, with '>>>' into open shadow roots; or by what a person sees, as Playwright writes it: role=button[name="Save"],
// text=Save, label=Name, testid=save. Parts joined by ' >> ' are looked for inside each other; nth=0 chooses among what
// was found so far. Words match anywhere and in any case; in quotes (for a role: with 's' behind) as a whole.

function matchesOf(selector) {
  let found = [document];
  for (const part of selector.split(/\s>>\s/)) {
    const [, engine, body] = /^\s*(role|text|label|testid|nth)\s*=\s*(.*?)\s*$/s.exec(part) || [];
    if (engine === 'nth') {
      if (!/^-?\d+$/.test(body)) throw new Error('nth= takes a number');
      found = found.slice(Number(body)).slice(0, 1);
      continue;
    }
    const inside = found.flatMap((root) => (engine ? BY_SIGHT[engine](root, body) : byStyle(root, part)));
    found = [...new Set(inside)];
  }
  return found;
}

const elementOf = (selector) => matchesOf(selector)[0] || null;

function byStyle(root, selector) {
  let found = [root];
  const parts = selector.split('>>>');
  parts.forEach((part, i) => {
    const inside = found.map((one) => (i ? one.shadowRoot : one)).filter(Boolean);
    if (!inside.length) document.querySelector(part); // is it one at all?
    found = inside.flatMap((one) => [...one.querySelectorAll(part)]);
    if (i + 1 < parts.length) found = found.slice(0, 1); // a host is found by its first match
  });
  return found;
}

const oneLine = (text) => String(text || '').trim().replace(/\s+/g, ' ');
function wordsOf(body) {
  const quoted = /^"(.*)"$|^'(.*)'$/s.exec(body);
  const wanted = oneLine(quoted ? quoted[1] ?? quoted[2] : body);
  if (!wanted) throw new Error('which words?');
  return quoted ? (text) => oneLine(text) === wanted : (text) => oneLine(text).toLowerCase().includes(wanted.toLowerCase());
}

const ROLES = {
  button: 'button, summary, input:is([type=button], [type=submit], [type=reset], [type=image])', link: 'a[href], area[href]',
  textbox: 'textarea, input:not([type]), input:is([type=text], [type=email], [type=tel], [type=url], [type=password])',
  searchbox: 'input[type=search]', checkbox: 'input[type=checkbox]', radio: 'input[type=radio]', slider: 'input[type=range]',
  spinbutton: 'input[type=number]', combobox: 'select:not([multiple])', listbox: 'select[multiple]', option: 'option',
  heading: 'h1, h2, h3, h4, h5, h6', img: 'img', list: 'ul, ol, menu', listitem: 'li', row: 'tr', cell: 'td',
  columnheader: 'th', table: 'table', dialog: 'dialog', navigation: 'nav', form: 'form', article: 'article', main: 'main',
};

function nameOf(element) {
  const by = (element.getAttribute('aria-labelledby') || '').split(/\s+/).map((id) => id && document.getElementById(id));
  const told = by.filter(Boolean).map((one) => one.innerText).join(' ');
  const labels = [...(element.labels || [])].map((one) => one.innerText).join(' ');
  const isButton = element.matches('input:is([type=button], [type=submit], [type=reset])');
  const field = element.matches('input, select, textarea');
  return oneLine(
    told || element.getAttribute('aria-label') || labels || element.getAttribute('alt') || (isButton && element.value) ||
      (!field && element.innerText) || element.getAttribute('title') || element.getAttribute('placeholder'),
  );
}

const BY_SIGHT = {
  testid: (root, body) => byStyle(root, `[data-testid=${JSON.stringify(body.replace(/^(["'])(.*)\1$/s, '$2'))}]`),
  role(root, body) {
    const [, role, name, flag] = /^([a-z]+)(?:\[name=("[^]*"|'[^]*'|[^\]]*?)\s*([si])?\])?$/.exec(body) || [];
    if (!role) throw new Error('a role looks so: button[name="Save"]');
    const wanted = name && wordsOf(flag === 's' ? name : name.replace(/^(["'])(.*)\1$/s, '$2'));
    const own = ROLES[role] ? `${ROLES[role].replace(/, (?=[a-z])/g, ':not([role]), ')}:not([role]), ` : '';
    return byStyle(root, `${own}[role~=${role}]`).filter((element) => visibleTo(element) && (!wanted || wanted(nameOf(element))));
  },
  // the smallest that hold the words
  text(root, body) {
    const has = wordsOf(body);
    const says = (one) => has(one.innerText) || (one.matches('input:is([type=button], [type=submit])') && has(one.value));
    const all = [...root.querySelectorAll('*')].filter((one) => !one.matches('script, style, head, head *') && says(one));
    return all.filter((one) => visibleTo(one) && !all.some((other) => other !== one && one.contains(other)));
  },
  label(root, body) {
    const has = wordsOf(body);
    const fields = [...root.querySelectorAll('input, select, textarea, button, [contenteditable], [aria-label], [aria-labelledby]')];
    const isLabelled = (one) => (one.labels && one.labels.length) || one.matches('[aria-label], [aria-labelledby]');
    return fields.filter((one) => visibleTo(one) && one.type !== 'hidden' && isLabelled(one) && has(nameOf(one)));
  },
};
const visibleTo = (element) => (element.checkVisibility ? element.checkVisibility({ visibilityProperty: true }) : true);

// Every element below `root` in document order, what is inside an open shadow root after its host.
function* elementsIn(root) {
  for (const element of root.querySelectorAll('*')) {
    yield element;
    if (element.shadowRoot) yield* elementsIn(element.shadowRoot);
  }
}

// The element and all that an event on it passes on its way up, out of shadow roots too.
function* wayUp(element) {
  for (let up = element; up; up = natives.parentNode(up) || up.host) yield up;
}

// Not in the middle of a character.
const shorten = (text) => text.trim().replace(/\s+/g, ' ').slice(0, 40).replace(/[\ud800-\udbff]$/, '');

function labelOf(element) {
  const { type, labels, innerText, value, placeholder, name } = element;
  const told = labels && labels.length ? labels[0].innerText : '';
  const tick = type === 'checkbox' || type === 'radio';
  const text = element.getAttribute('aria-label') || told || innerText || (!tick && value) || placeholder || name || '';
  const short = shorten(text);
  const names = { a: 'link', input: tick ? type : /^(submit|button|reset|image)$/.test(type) ? 'button' : 'field' };
  return (names[element.localName] || element.localName) + (short ? ` "${short}"` : ` ${selectorOf(element)}`);
}
