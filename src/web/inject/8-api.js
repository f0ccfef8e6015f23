// What the tool may ask. The object is handed over through the console, whose messages only the tool sees, behind a word that
// only the tool knows: no global.

function find(selector) {
  try {
    return elementOf(selector);
  } catch (error) {
    throw new Error(`'${selector}' is not a selector`);
  }
}

// Why an event cannot be triggered, for C and for people.
const cannot = (reason, why) => ({ reason, why });

// Where to point at in order to hit the element itself, or why it cannot be hit.
function pointOf(element) {
  // of what is inside a shadow root the document sees the host, the root itself the element that is hit
  const where = element.getRootNode() instanceof ShadowRoot ? element.getRootNode() : document;
  const rects = [...element.getClientRects()].filter((rect) => rect.width > 0 && rect.height > 0);
  let over = null;
  for (const rect of rects)
    for (const [right, down] of [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5], [0.5, 0.2], [0.5, 0.8]]) {
      const x = rect.left + rect.width * right;
      const y = rect.top + rect.height * down;
      const hit = where.elementFromPoint(x, y);
      if (hit && (element.contains(hit) || hit.contains(element) && hit.closest('label, button, a') === hit)) return { x, y };
      if (hit && hit.shadowRoot && hit.contains(element)) return { x, y };
      over = over || hit;
    }
  return over ? cannot(WHY.COVERED, `covered by ${describe(over)}`) : cannot(WHY.OFF_SCREEN, 'not on the screen');
}

function scrollTo(element) {
  const rect = element.getBoundingClientRect();
  const inside = rect.top >= 0 && rect.left >= 0 && rect.bottom <= innerHeight && rect.right <= innerWidth;
  if (inside) return false;
  natives.scrollIntoView.call(element, { block: 'center', inline: 'nearest', behavior: 'instant' });
  return true;
}

function whyUnusable(element, selector) {
  if (!element) return cannot(WHY.GONE, `nothing matches '${selector}'`);
  if (element.matches(':disabled') || element.closest('[aria-disabled=true]')) return cannot(WHY.DISABLED, 'disabled');
  if (element.closest('[inert]')) return cannot(WHY.DISABLED, 'inert');
  const box = visibleBox(element);
  if (!box || (!box.width && !box.height)) return cannot(WHY.HIDDEN, 'hidden');
  return null;
}

// Those that a selector by place ("nav > button:nth-of-type(5)") would match at the other places: what is fifth now may be
// another one later. Undefined where the selector does not count.
function peersOf(element, selector) {
  const within = selector.split('>>>').pop();
  const anywhere = within.replace(/:nth-[a-z-]+\([^()]*\)(?!.*:nth-)/, '');
  if (anywhere === within) return undefined;
  const all = [...element.getRootNode().querySelectorAll(anywhere)].slice(0, 100);
  return all.filter((other) => other !== element).map(labelOf).join('\n');
}

// `stays`: what is to be scrolled itself is left where it is.
function locate(selector, stays) {
  const element = find(selector);
  const unusable = whyUnusable(element, selector);
  if (unusable) return unusable;
  if (!stays) scrolled = scrollTo(element) || scrolled;
  const point = stays ? {} : pointOf(element);
  const box = visibleBox(element);
  const [label, peers] = [labelOf(element), peersOf(element, selector)];
  arrived.clear();
  return { ...point, box, label, peers, text: element.matches(TEXT_FIELD), handler: firstPlace(element) };
}

// From where to where something is dragged: to see one end must not hide the other.
function ends(from, to) {
  const place = locate(from);
  if (place.why) return place;
  const { reason, why, x: toX, y: toY } = locate(to);
  if (why) return { ...place, ...cannot(reason, `where it is dropped: ${why}`) };
  const point = pointOf(find(from));
  if (point.why) return { ...place, ...cannot(WHY.OFF_SCREEN, `${from} and ${to} are not on the screen together`) };
  return { ...place, ...point, toX, toY };
}

// As a wheel would, but at once. The page hears of it in its next frame.
function scroll(selector, pixels) {
  const found = find(selector);
  const element = found === document.body ? document.scrollingElement : found;
  const before = element.scrollTop;
  const goal = pixels === '' ? element.scrollHeight : before + Number(pixels);
  flushWrites();
  current = root;
  natives.scrollElement.call(element, { top: goal, behavior: 'instant' });
  if (element.scrollTop === before)
    return cannot(WHY.AT_END, pixels === '' || Number(pixels) > 0 ? 'at its end already' : 'at its top already');
  if (element === document.scrollingElement) scrolled = false;
  return {};
}

// The element and what is around it, the innermost first, as the page's text may have them (markup.c), and how places call
// that text.
const ownAddress = location.href.replace(/#.*/, '');
function wayOut(selector) {
  const file = shortPlace(`${ownAddress}:1:1`).replace(/:1:1$/, '');
  const attributesOf = (element) => Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
  const inner = [...wayUp(find(selector))].filter((up) => up instanceof Element).slice(0, 6);
  return { file, way: inner.map((element) => [element.localName, attributesOf(element)]) };
}

function firstPlace(element) {
  for (let up = element; up; up = natives.parentNode(up))
    for (const place of (listeners.get(up) || new Map()).values()) if (place) return place;
  return '';
}

// Fields whose value is not typed in (lists, dates, sliders) get it at once, with the events a person would cause.
const BUTTON = 'button, input[type=submit], input[type=button], input[type=reset], input[type=image], input[type=file]';

function assign(selector, value) {
  const element = find(selector);
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value');
  if (!property || !property.set || element.matches(BUTTON)) return cannot(WHY.NO_VALUE, `a <${element.localName}> takes no value`);
  const asked = element.localName === 'select' ? [...element.options].find((o) => o.value === value || o.label === value) : true;
  if (!asked) return cannot(WHY.NO_OPTION, `has no option '${value}'`);
  flushWrites();
  current = root;
  asTool(() => element.focus());
  property.set.call(element, asked === true ? value : asked.value);
  for (const type of ['input', 'change']) natives.dispatch.call(element, new Event(type, { bubbles: true }));
  return {};
}

function selectAll(selector) {
  const element = find(selector);
  asTool(() => element.focus());
  if (element.select) asTool(() => element.select());
  else getSelection().selectAllChildren(element);
  return {};
}

function nodeList() {
  flushWrites();
  const ids = new Map();
  const all = nodes.filter((node) => node.root);
  const counts = {};
  const errors = uncaught();
  const errorOf = (node) => errors.find((failure) => failure.node === node)?.text || '';
  for (const node of all) {
    const { label } = node.root;
    if (node !== node.root) counts[label] = (counts[label] || 0) + 1;
    ids.set(node, node === node.root ? label : `${label}.${counts[label]}`);
  }
  const known = (node) => {
    while (node && !ids.has(node)) node = node.parent;
    return node && ids.get(node);
  };
  return {
    nodes: all.map((node) => ({
      id: ids.get(node), parent: node.parent ? known(node.parent) : null, kind: node.kind, label: node.label, url: node.url,
      created: node.created, at: node.at - node.root.at, real: node.real, root: node.root.label, error: errorOf(node),
      joined: !!node.followed, writes: [...node.writes.values()], unseen: [...node.unseen],
    })),
    joins: joins.map(([from, to]) => [known(from), known(to)]).filter(([from, to]) => from && to),
    errors: errors.map(({ text }) => text), cut,
  };
}

// The source maps of the page's own scripts: [{file, map}], or {file, why} where one is named and cannot be had.
const MAP_NAME = /\/\/[#@]\s*sourceMappingURL=(\S+)\s*$/;
const LARGEST_MAP = 50e6;

async function readText(url) {
  const answer = await natives.fetch(url);
  const text = await natives.text.call(answer); // always: an answer that nobody reads keeps the next one waiting
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  if (/^\s*<!doctype html/i.test(text)) throw new Error('a page is in its place'); // of what is not there: of one-page servers
  return text;
}

// What is not there in time is done without.
const sourceMaps = () => {
  const found = [];
  return Promise.race([readMaps(found), new Promise((done) => natives.setTimeout(done, 8000))]).then(() => found);
};

async function readMaps(found) {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /\.m?js(\?|$)/.test(name));
  const urls = new Set([...[...document.scripts].map(({ src }) => src), ...loaded]);
  let room = LARGEST_MAP;
  for (const url of [...urls].filter((name) => name.startsWith(location.origin + '/')).slice(0, 100)) {
    const file = shortPlace(url);
    const source = await readText(url).catch(() => ''); // a script that is not there has no map
    const [, name] = MAP_NAME.exec(source.trimEnd()) || [];
    if (!name) continue;
    try {
      const map = await readText(new URL(name, url).href);
      room -= map.length;
      found.push(room > 0 ? { file, map } : { file, why: 'too large' });
    } catch (error) {
      found.push({ file, why: error.message });
    }
  }
}

function visibleText() {
  const lines = document.body ? document.body.innerText.split('\n') : [];
  for (const field of document.querySelectorAll('input, textarea, select'))
    if (visibleBox(field) && field.type !== 'hidden')
      lines.push(`[${describe(field)}] ${field.type === 'checkbox' || field.type === 'radio' ? field.checked : field.value}`);
  return lines.map((line) => line.trimEnd()).filter(Boolean).join('\n').slice(0, 500000);
}

// Everything that would move by itself between two pictures stands still. Where the window stands is the page's affair, but
// where we moved it, in this run or in the one to compare with (`like`), it goes where it stood for that one's picture.
function still(final, like) {
  if (!stillSheet) {
    stillSheet = new CSSStyleSheet();
    natives.replaceSync.call(stillSheet, '* { caret-color: transparent !important; scroll-behavior: auto !important }');
  }
  if (!document.adoptedStyleSheets.includes(stillSheet)) document.adoptedStyleSheets.push(stillSheet);
  for (const animation of document.getAnimations()) {
    const timing = animation.effect && animation.effect.getComputedTiming();
    if (timing && timing.endTime === Infinity) natives.cancel.call(animation);
    else if (animation.playState === 'running') animation.finish();
  }
  for (const video of document.querySelectorAll('video, audio')) video.pause();
  if (final && (scrolled || (like && like.scrolled)))
    natives.scrollTo({ left: like ? like.x : 0, top: like ? like.y : 0, behavior: 'instant' });
  const place = { x: scrollX, y: scrollY, scrolled };
  return new Promise((done) => realFrame(() => done(place)));
}
let stillSheet = null;

// What is not compared keeps its place but is not seen, by nobody: visibility also takes it out of texts and of the
// accessibility tree.
let coverSheet = null;
function cover(wanted, ignored) {
  const selectors = wanted ? [...ignored, ...unseenLogs().map(placeOf)] : [];
  if (!coverSheet && !selectors.length) return {};
  if (!coverSheet) coverSheet = new CSSStyleSheet();
  const rule = (selector) => `:is(${selector}), :is(${selector}) * { visibility: hidden !important; transition: none !important }`;
  natives.replaceSync.call(coverSheet, selectors.map(rule).join('\n'));
  if (!document.adoptedStyleSheets.includes(coverSheet)) document.adoptedStyleSheets.push(coverSheet);
  return {};
}

// What was said to screen readers in turn, and nobody sees: it tells what was, not what is. (role=status and the like tell
// what is.)
function unseenLogs() {
  const isUnseen = (box) => !box || box.width <= 1 || box.height <= 1;
  return [...document.querySelectorAll('[role=log], [aria-live][aria-relevant=additions]')].filter((log) => {
    const { clip, clipPath } = getComputedStyle(log);
    return isUnseen(visibleBox(log)) || clip !== 'auto' || clipPath !== 'none';
  });
}

function placeOf(element) {
  const steps = [];
  for (let at = element; at; at = at.parentElement)
    steps.unshift(at.parentElement ? `:nth-child(${1 + [...at.parentElement.children].indexOf(at)})` : at.localName);
  return steps.join(' > ');
}

let until = 0;

function allow(time) {
  until = clock.now + time;
  heldUntil = clock.now + limits.held;
}

const api = {
  // `allowed` page time from now on where `again` is false, else what is left of it
  advance(allowed, again, unanswered, answersOfWorkers, heldOfWorkers) {
    expectWorkers(answersOfWorkers, heldOfWorkers);
    if (!again) allow(allowed);
    return new Promise((done) => advance(until, unanswered, done));
  },
  // a moment, whatever is under way
  pass(time) {
    announced = sent;
    allow(time);
    return new Promise((done) => advance(until, -1, done));
  },
  // nothing is due any more but what was cut off
  pause(time) {
    clock.now += time;
    return {};
  },
  // `name` of the event, also where it comes twice; `messages`: how many its sockets brought when it was alone
  begin(id, trace, name, messages) {
    flushWrites();
    if (trace) rememberBoxes();
    observeInner();
    stored = storedValues();
    userEvent(id, name, messages);
    return natives.now();
  },
  focus(selector) {
    const element = find(selector);
    asTool(() => element.focus());
    return {};
  },
  // how many elements it matches, and which; `why` where it is no selector
  check(selector) {
    try {
      const found = matchesOf(selector);
      return { count: found.length, labels: found.slice(0, 5).map(labelOf).join(', ') };
    } catch (error) {
      return { why: error.message };
    }
  },
  // of CSS alone, for `cover`
  count(selector) {
    try {
      return { count: document.querySelectorAll(selector).length };
    } catch (error) {
      return { why: error.message };
    }
  },
  find: findEvents, cover, locate, wayOut, ends, scroll, arrival, assign, selectAll, holdSockets, still,
  usable: (selector) => !whyUnusable(find(selector), selector),
  // whether a password is still to be typed there
  asksPassword(selector) {
    const element = find(selector);
    return !!element && element.matches('input[type=password]') && !whyUnusable(element, selector);
  },
  blur() {
    if (document.activeElement) asTool(() => document.activeElement.blur());
    return {};
  },
  trace: nodeList, sourceMaps,
  state: async () => ({
    text: visibleText(), storage: await storedLines(), cookies: document.cookie, errors: uncaught().map(({ text }) => text),
    title: document.title, url: location.href, elements: document.getElementsByTagName('*').length,
  }),
};

for (const name of Object.keys(api)) api[name] = answering(api[name]);
if (isTop) natives.debug(ownWord, api);
else askParent(window);
keepBuiltins();
