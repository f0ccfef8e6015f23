// The user events of the page: every visible element that someone listens to, in document order. Where a container listens
// for its children (delegation), the children that look as if they could be used are taken in its stead.

const INTERACTIVE =
  'button, a[href], input:not([type=hidden]), select, textarea, summary, label, option, [role=button], [role=tab], ' +
  '[role=menuitem], [role=option], [role=link], [role=checkbox], [role=switch], [onclick], [tabindex]:not([tabindex="-1"])';
const ITEM = 'li, tr, td, dt, dd, [data-id], [data-value], [data-key], [data-action]';
const TEXT_FIELD =
  'textarea, input:not([type]), input[type=text], input[type=search], input[type=email], input[type=url], ' +
  'input[type=tel], input[type=password], [contenteditable=""], [contenteditable=true]';
const SAMPLES = {
  email: ['a@example.com', 'b@example.com'], url: ['http://a.example', 'http://b.example'],
  tel: ['123', '1234'], date: ['2026-01-15', '2026-02-20'], time: ['10:00', '11:30'], month: ['2026-01', '2026-02'],
  'datetime-local': ['2026-01-15T10:00', '2026-02-20T11:30'], week: ['2026-W03', '2026-W08'], color: ['#336699', '#993366'],
};

// React keeps the handlers of an element in a property of it, and listens at its roots (and the roots of portals) for
// everything there is: that says nothing. (Of the document it only marks that it listens for selections.) Everyone else
// registers what they want.
const REACT_ROOT = /^(__reactContainer\$|_reactListening)/;
const isReactRoot = (target) =>
  target instanceof Node && Object.keys(target).some((name) => REACT_ROOT.test(name) && (name[1] === '_' || target !== document));

// jQuery (3) listens once for all handlers of a type and keeps them in a property, with the selectors they are meant for.
function jqueryOf(target) {
  const key = Object.keys(target).find((name) => /^jQuery\d{5}/.test(name) && target[name] && target[name].events);
  return key ? target[key] : { events: {} };
}
const isDelegated = ({ selector }) => selector && CSS.supports(`selector(${selector})`);

// Whether others listen than jQuery on behalf of some elements.
function isMeant(target, type) {
  const { events, handle } = jqueryOf(target);
  if (!events[type] || !events[type].every(isDelegated)) return true;
  const known = callbacks.has(target) && callbacks.get(target).get(type);
  return !!known && [...known.keys()].some((callback) => callback !== handle);
}

const registered = (target) =>
  once(target, 'registered', () => {
    if (!listeners.has(target) || isReactRoot(target)) return [];
    return [...listeners.get(target)].filter(([type]) => isMeant(target, type));
  });

const delegates = (target) =>
  once(target, 'delegates', () => {
    const handlers = listeners.has(target) ? Object.values(jqueryOf(target).events).flat() : [];
    return handlers.filter((handler) => isDelegated(handler) && USER_TYPES[handler.origType]);
  });

function jqueryTypes(element) {
  const [, ...above] = wayUp(element);
  return [...above, window].flatMap((target) =>
    delegates(target)
      .filter(({ selector }) => element.matches(selector))
      .map((handler) => [handler.origType, listeners.get(target).get(handler.type) || '']),
  );
}

const reactKey = (target) =>
  once(target, 'react', () => Object.keys(target).find((name) => /^__react(Props|EventHandlers)\$/.test(name)));

// Types of React's handlers at `target` as `element`, itself or inside it, sees them.
function reactTypes(target, element) {
  const key = target instanceof Element && reactKey(target);
  if (!key) return [];
  const text = element.matches(TEXT_FIELD);
  return Object.keys(target[key] || {}).flatMap((name) => {
    if (typeof target[key][name] !== 'function') return [];
    if (name === 'action' && target.localName === 'form') return ['submit']; // React 19
    if (!/^on[A-Z]/.test(name)) return [];
    const type = name.slice(2).replace(/Capture$/, '').toLowerCase().replace('doubleclick', 'dblclick');
    return USER_TYPES[type] ? [type === 'change' && text ? 'input' : type] : [];
  });
}

// Those of its attributes (onclick="…") nobody registered.
const ownTypes = (element) =>
  once(element, 'own', () => {
    const types = new Map(registered(element));
    const told = element.getAttributeNames().filter((name) => name.startsWith('on') && USER_TYPES[name.slice(2)]);
    const isSet = (name) => !types.has(name.slice(2)) && element[name] && !isReactRoot(element);
    for (const name of told) if (isSet(name)) types.set(name.slice(2), '');
    for (const type of reactTypes(element, element)) if (!types.has(type)) types.set(type, '');
    for (const [type, place] of jqueryTypes(element)) if (!types.has(type)) types.set(type, place);
    return types;
  });

const hasPointer = (element) => once(element, 'pointer', () => getComputedStyle(element).cursor === 'pointer');
const looksUsable = (element) => element.matches(INTERACTIVE) || (hasPointer(element) && !pointerFromParent(element));
const pointerFromParent = (element) => {
  const parent = natives.parentElement(element) || element.getRootNode().host;
  return parent && hasPointer(parent);
};
const isRoot = (target) => target === window || target === document || target === document.body || target === document.documentElement;

// Types that an ancestor listens for on behalf of this element; the nearest says where.
function delegatedTypes(element, own) {
  const types = new Map();
  const usable = looksUsable(element);
  const item = !own.size && (element.matches(ITEM) || isKeyed(element)) && !isPlainCell(element) && !isWrapper(element);
  const form = element.localName === 'form';
  if (!usable && !item && !form) return types;
  const [, ...above] = wayUp(element);
  for (const target of [window, ...above.reverse()]) {
    const fromRoot = isRoot(target);
    if (fromRoot && !usable && !form) continue;
    for (const type of reactTypes(target, element)) if (fits(element, type, fromRoot)) types.set(type, '');
    for (const [type, place] of registered(target)) if (fits(element, type, fromRoot)) types.set(type, place);
  }
  return types;
}

// One of several that differ in a value: stars, chips.
const isKeyed = (element) => once(element, 'keyed', () => dataOf(element).some((name) => isKey(element, name) && names(element, name)));

// The <li> around a link is no target besides the link.
function isWrapper(element) {
  const inner = [...element.querySelectorAll(INTERACTIVE)];
  const rest = inner.reduce((text, one) => text.replace((one.innerText || '').trim(), ''), element.innerText || '');
  return inner.length > 0 && !rest.trim();
}

// Cells stand for their row, unless they say otherwise.
const isPlainCell = (element) => element.localName === 'td' && !element.id && !Object.keys(element.dataset).length;

// Whether a delegated event of this type makes sense on the element.
function fits(element, type, fromRoot) {
  const means = USER_TYPES[type];
  const field = element.matches('input, select, textarea, [contenteditable]');
  if (element.localName === 'form' || means === 'submit') return element.localName === 'form' && means === 'submit';
  if (means === 'input' || means === 'change') return field;
  if (means === 'key') return field && !fromRoot && element.matches(TEXT_FIELD);
  if (means === 'click' && field) return element.matches(`${TICKS}, ${BUTTON}`) && element.type !== 'file';
  if (means === 'click') return !element.matches('option, label');
  if (means === 'hover') return !fromRoot && !field;
  if (means === 'dblclick') return !element.matches('button, a, option') && !field;
  return means !== 'focus' && means !== 'toggle';
}

// A container that listens for the elements inside it is no target itself; a custom element around one button is, and so is
// a card or a row whose buttons listen for themselves.
function isContainer(element) {
  if (element.matches(INTERACTIVE)) return false;
  const inShadow = element.shadowRoot ? [...elementsIn(element.shadowRoot)].filter(looksUsable) : [];
  const looksItem = (inner) => looksUsable(inner) || isKeyed(inner) || (inner.matches('li, tr, td') && !isPlainCell(inner));
  const isCard = looksUsable(element) || element.matches(`${ITEM}, article`) || isKeyed(element);
  const isEmpty = (box) => !!box && (!box.width || !box.height); // a mark that its style sheet would draw
  const isItem = (inner) => looksItem(inner) && !isEmpty(visibleBox(inner)) && !(isCard && ownTypes(inner).size);
  return inShadow.length > 1 || [...element.querySelectorAll('*')].some(isItem);
}

// Long enough for a search that wants three letters, and words, so that something may be found; the one begins with the
// other, as when somebody goes on typing.
function wordsFor(least, most) {
  const word = 'car'.padEnd(least, 'd');
  if (most < 0 || most > word.length) return [word, word + 'd'];
  return [word.slice(0, most - 1) || 'd', word.slice(0, most)];
}

// What it holds already would be no change.
function valuesFor(element) {
  const other = (values) => values.filter((value) => value !== element.value).slice(0, 2);
  const [least, most] = [element.min, element.max];
  if (element.localName === 'select')
    return [...element.options].filter((one) => !one.selected && !one.disabled).slice(0, 2).map((one) => one.value || one.label);
  if (element.type === 'range') return other([least || '0', most || '100', String((Number(least || 0) + Number(most || 100)) / 2)]);
  if (element.type === 'number') {
    const step = Number(element.step) || 1;
    const values = [0, 1, 2].map((i) => Number(least || 1) + i * step).filter((value) => !most || value <= Number(most));
    return other(values.map(String));
  }
  return SAMPLES[element.type] || wordsFor(element.minLength || 0, element.maxLength || -1);
}

function fieldEvents(element, type) {
  if (element.matches(TICKS)) return [{ type: 'click' }];
  if (element.matches('input[type=submit], input[type=button], input[type=image], input[type=reset], input[type=file]'))
    return element.type === 'file' ? [] : [{ type: 'click' }];
  return element.readOnly ? [] : valuesFor(element).map((value) => ({ type, value }));
}

// A form is sent with two texts, so that one search may overtake the other; what else is empty is filled, or nothing may be
// sent. Where there is no text, whatever may be chosen stands for it.
function submitEvents(form) {
  const fields = [...form.elements].filter(isFree);
  const varied = fields.find((field) => field.matches(TEXT_FIELD)) || fields.find((field) => valuesFor(field).length > 1);
  const button = submitButton(form);
  if (!button && !(varied && varied.matches(TEXT_FIELD))) return [];
  const wanted = fields.filter((field) => field !== varied && (field.required || field.matches(TEXT_FIELD)));
  const fill = [...filled(wanted), ...ticks(form)];
  const enter = () => ({ type: 'key', selector: selectorOf(varied), value: 'Enter' });
  const last = button ? { type: 'click', selector: selectorOf(button) } : enter();
  if (!varied) return [{ ...(fill.length ? { events: [...fill, last] } : last), element: button }];
  return valuesFor(varied).slice(0, 2).map((value) => ({
    events: [put(varied, value), ...fill, last],
    label: `${labelOf(varied)} '${value}', ${button ? labelOf(button) : 'Enter'}`,
    element: varied,
  }));
}

const filled = (fields) =>
  fields.filter((field) => !field.value && valuesFor(field).length).map((field) => put(field, valuesFor(field)[0]));
const put = (field, value) => ({ type: field.localName === 'select' ? 'change' : 'input', selector: selectorOf(field), value });
const submitButton = (form) => [...form.elements].find((field) => field.type === 'submit' && visibleBox(field));
const TICKS = 'input[type=checkbox], input[type=radio]';
const isFree = (field) =>
  field.matches('input, select, textarea') && !field.matches(`:disabled, ${TICKS}, ${BUTTON}`) && !field.readOnly &&
  visibleBox(field);

// The terms that must be agreed to; of several to choose from the first.
function ticks(form) {
  const asked = [...form.elements].filter((field) => field.required && field.matches(TICKS) && field.validity.valueMissing);
  const isFirst = ({ name }, i) => asked.findIndex((other) => other.name === name) === i;
  const first = asked.filter((field, i) => field.type === 'checkbox' || isFirst(field, i));
  return first.map(standInFor).filter(Boolean).map((shown) => ({ type: 'click', selector: selectorOf(shown) }));
}

// A button reads the field before it: that one is filled first, with two texts. Where nobody listens to the field the button
// is of no use else.
function buttonEvents(button) {
  const plain = { type: 'click' };
  if (!button.matches(BUTTON) || /clear|reset|cancel|close|delete|remove|^\W*$/i.test(labelOf(button).slice(6))) return [plain];
  const fields = fieldsBefore(button);
  const varied = fields.find((field) => field.matches(TEXT_FIELD)) || fields.find((field) => field.type === 'number');
  if (!varied) return [plain];
  const fill = filled(fields.filter((field) => field !== varied));
  const sent = valuesFor(varied).map((value) => ({
    events: [put(varied, value), ...fill, { type: 'click', selector: selectorOf(button) }],
    label: `${labelOf(varied)} '${value}', ${labelOf(button)}`,
    element: varied,
  }));
  return isSilent(varied) ? sent : [plain, ...sent];
}

// Up to the button before; those that somebody listens to only if that is a framework that keeps their text, right beside it.
function fieldsBefore(button) {
  const { parentElement: parent } = button;
  const scope = [parent, parent && parent.parentElement].find((up) => up && !isRoot(up) && up.querySelector('input, textarea'));
  const all = scope ? [...scope.querySelectorAll(`input, textarea, ${BUTTON}`)] : [];
  const before = all.slice(0, all.indexOf(button));
  const between = before.slice(before.findLastIndex((one) => one.matches(BUTTON)) + 1);
  return between.filter((one) => isFree(one) && (isSilent(one) || (one.parentElement === parent && isBound(one))));
}

// Vue's v-model, React's controlled fields, and those that say so.
function isBound(field) {
  const react = Object.keys(field).find((name) => name.startsWith('__reactProps$'));
  const vue = Object.getOwnPropertySymbols(field).some((symbol) => symbol.description === '_assign');
  const told = field.getAttributeNames().some((name) => /^(x-model|data-bind|v-model|ng-model|formcontrolname|wire:model)/.test(name));
  return vue || told || (!!react && 'value' in field[react]);
}

function isSilent(field) {
  const own = ownTypes(field);
  return ![...own.keys(), ...delegatedTypes(field, own).keys()].some((type) => /^(input|change|key)$/.test(USER_TYPES[type]));
}

// Its form is heard of and is sent by it: no event of its own.
function isSubmitButton(element, own) {
  return !own.size && !!element.form && submitButton(element.form) === element && isHeard(element.form);
}

const isHeard = (form) => [ownTypes(form), delegatedTypes(form, new Map())].some((types) => types.has('submit'));

function toggleEvents(element) {
  const summary = element.localName === 'details' && element.querySelector(':scope > summary');
  return summary && visibleBox(summary) ? [{ type: 'click', selector: selectorOf(summary), element: summary }] : [];
}

// A field that listens for keys itself waits for Enter, or follows the typing by each key that is let go. Where it hears
// of the typing anyway (suggestions), one Enter will do.
function keyEvents(element, type) {
  const own = ownTypes(element);
  const selector = selectorOf(element);
  const typed = fieldEvents(element, 'input');
  if (!own.has(type) || !visibleBox(element)) return typed;
  const sent = typed.map((event) => ({
    events: [put(element, event.value), { type: 'key', selector, value: 'Enter' }],
    label: `${labelOf(element)} '${event.value}', Enter`,
  }));
  if (own.has('input')) return sent.slice(-1);
  return type === 'keyup' ? [...typed, ...sent] : sent;
}

// The user events that one listener type of an element stands for.
function eventsFor(element, type) {
  const means = USER_TYPES[type];
  const field = element.matches('input, select, textarea, [contenteditable=""], [contenteditable=true]');
  if (means === 'submit') return element.localName === 'form' ? submitEvents(element) : [];
  if (means === 'toggle') return toggleEvents(element);
  if (field && (means === 'input' || means === 'change')) {
    const text = element.matches(TEXT_FIELD);
    return fieldEvents(element, means === 'input' || !text ? (element.localName === 'select' ? 'change' : 'input') : 'change');
  }
  if (means === 'key') return element.matches(TEXT_FIELD) ? keyEvents(element, type) : [];
  if (field && element.matches(TEXT_FIELD + ', select') && means === 'click' && !element.readOnly) return [];
  if (means === 'focus') return element.localName === 'select' ? [] : [{ type: 'click' }];
  if (means === 'click') return visibleBox(element) ? buttonEvents(element) : [{ type: 'click' }];
  return means === 'dblclick' || means === 'hover' ? [{ type: means }] : [];
}

// A box to tick that is drawn by its label is used through the label.
function standInFor(element) {
  const label = element.labels && [...element.labels].find(visibleBox);
  const isShown = visibleBox(element) && element.getBoundingClientRect().width > 1;
  if (isShown && !(label && getComputedStyle(element).pointerEvents === 'none')) return element;
  return label || null;
}

// A hidden element can perhaps be reached: by pointing at what opens it, where that is told or stands before it, else at the
// nearest visible ancestor, and then by a click there. What is open already is not opened again, or it would close.
function reach(element, event) {
  const shown = (up) => up instanceof Element && visibleBox(up) && up.getBoundingClientRect().height > 0;
  const way = [...wayUp(element)];
  const up = way.slice(1).find(shown);
  const opener = up && openerOf(way.slice(0, way.indexOf(up)));
  if (!opener && (!up || isRoot(up))) return null;
  const types = opener || hearsClicks(up) ? ['hover', 'click'] : ['hover'];
  const opening = types.map((type) => ({ type, selector: selectorOf(opener || up), opens: true }));
  return { events: [...opening, { ...event, selector: selectorOf(element) }] };
}

const hearsClicks = (element) => [...ownTypes(element).keys()].some((type) => USER_TYPES[type] === 'click');

function openerOf(closed) {
  const controls = ({ id }) => id && document.querySelector(`[aria-controls=${JSON.stringify(id)}]`);
  const told = closed.map(controls).find(Boolean);
  if (told) return told;
  let before = closed[closed.length - 1].previousElementSibling;
  while (before && !visibleBox(before)) before = before.previousElementSibling;
  return before && (before.localName === 'summary' || hearsClicks(before)) ? before : null;
}

// An item without a handler of its own, in something that has one and is a target already: the icon in a button, the
// button in a custom element.
function isPartOf(listed, element) {
  const [, ...above] = wayUp(element);
  const nearest = above.find((up) => registered(up).length || reactTypes(up, element).length);
  return listed.has(nearest) && (nearest === element.getRootNode().host || !looksUsable(element));
}

const MOST_FOUND = 300;

const findEvents = (most) => search(() => ({ events: foundEvents(most), frame: usedFrame() }));

function foundEvents(most) {
  const found = new Map();
  const listed = new Set(); // the elements
  const elements = new Map(); // event -> the element that its label names
  const counts = new Map(); // of events, by path: the rows of a long table are not all looked at
  const add = (element, event, place) => {
    const shown = standInFor(element);
    const full = event.events || event.selector ? event : shown ? { ...event, selector: selectorOf(shown) } : reach(element, event);
    if (!full) return;
    listed.add(element);
    counts.set(pathOf(element), (counts.get(pathOf(element)) || 0) + 1);
    const { element: target, ...rest } = full;
    // (not as JSON: there are pages that tell arrays how to become it)
    const key = (rest.events || [rest]).map(({ type, selector, value }) => `${type} ${selector} ${value}`).join('\n');
    if (found.has(key)) return;
    found.set(key, { label: labelOf(target || shown || element), ...rest, place });
    elements.set(found.get(key), target || shown || element);
  };
  for (const element of document.body ? elementsIn(document.body) : []) {
    if (found.size > MOST_FOUND) break;
    if (element.matches(':disabled') || element.closest('[inert]') || counts.get(pathOf(element)) > most) continue;
    const own = ownTypes(element);
    if ((!own.size && isPartOf(listed, element)) || isSubmitButton(element, own)) continue;
    const types = new Map([...delegatedTypes(element, own), ...(own.size && isContainer(element) ? submitOnly(own) : own)]);
    typedOnce(types, own);
    const route = routeOf(element);
    if (route !== null && !types.has('click') && visibleBox(element)) types.set('click', route);
    for (const [type, place] of types) for (const event of eventsFor(element, type)) add(element, event, place);
  }
  for (const [box, place] of scrolledBoxes())
    add(box, { type: 'scroll', selector: selectorOf(box), label: box === document.body ? 'the page' : labelOf(box) }, place);
  const result = fewOfEach(elements, most);
  tellApart(elements);
  return result.slice(0, most + 1);
}

// What can be scrolled, where somebody hears of it: the end of a list, where the next page is asked for.
function scrolledBoxes() {
  const boxes = new Map();
  const scrolls = (box) => box.scrollHeight > box.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(box).overflowY);
  for (const [target, place] of scrollers) {
    const way = target instanceof Element && target.isConnected ? [...wayUp(target)].filter((up) => up instanceof Element) : [];
    const box = way.find((up) => !isRoot(up) && scrolls(up));
    const page = document.scrollingElement;
    if (box) boxes.set(box, place);
    else if ((isRoot(target) || way.length) && page && page.scrollHeight > innerHeight + 1) boxes.set(document.body, place);
  }
  return boxes;
}

// What is inside a frame of this server is not used: the first that holds something is named.
function usedFrame() {
  const holds = ({ contentDocument: inner }) => inner && inner.querySelector('button, input:not([type=hidden]), select, textarea');
  const frame = [...document.querySelectorAll('iframe, frame')].find((one) => visibleBox(one) && holds(one));
  return frame ? selectorOf(frame) : '';
}

function byLabel(elements) {
  const alike = new Map(); // label -> elements
  for (const [{ label }, element] of elements) alike.set(label, (alike.get(label) || new Set()).add(element));
  return alike;
}

// "Delete" in each row: the row's own text says which, else a number. The row is all around the element that holds no other
// of that name.
function tellApart(elements) {
  const held = new Map(); // label -> ancestor -> how many of that name it holds
  for (const [label, alike] of byLabel(elements)) {
    held.set(label, new Map());
    for (const element of alike) for (const up of wayUp(element)) held.get(label).set(up, (held.get(label).get(up) || 0) + 1);
  }
  for (const [event, element] of elements) {
    const counts = held.get(event.label);
    const alone = (up) => up instanceof Element && counts.get(up) === 1;
    const row = counts.get(document) > 1 ? [...wayUp(element)].findLast(alone) : element;
    const text = row !== element ? (row.innerText || '').replace(element.innerText || '', '') : '';
    const short = shorten(text);
    if (short) event.label += ` in "${short}"`;
  }
  const still = byLabel(elements);
  for (const [event, element] of elements) {
    const same = [...still.get(event.label)];
    if (same.length > 1) event.label += ` (${same.indexOf(element) + 1})`;
  }
}

const tagsTo = (node) => (node ? once(node, 'tags', () => `${node.localName},${tagsTo(natives.parentNode(node) || node.host)}`) : '');
const pathOf = (element) => once(element, 'path', () => tagsTo(element) + classesOf(element));

// Where there are more than can be used, a few of each kind (rows of a table) come first, so that all kinds are there.
function fewOfEach(elements, most) {
  const alike = byLabel(elements);
  const kindOf = ([{ type, label }, element]) => [type, pathOf(element), alike.get(label).size > 1 ? label : ''].join(' ');
  const kinds = new Map();
  for (const entry of elements) kinds.set(kindOf(entry), [...(kinds.get(kindOf(entry)) || []), entry]);
  const count = (each) => [...kinds.values()].reduce((sum, events) => sum + Math.min(events.length, each), 0);
  let each = elements.size > most ? most : elements.size;
  while (each > 2 && count(each) > most) each--;
  const [chosen, rest] = [new Set(), []];
  for (const events of kinds.values()) for (const [event] of events.slice(0, each)) chosen.add(event);
  for (const event of elements.keys()) if (!chosen.has(event)) rest.push(event);
  return [...[...elements.keys()].filter((event) => chosen.has(event)), ...rest];
}

const NO_ACTION = /^javascript:\s*(void\s*\(?\s*(0|null|'')?\s*\)?|undefined|false)?[\s;]*(\/\/.*)?$/i;

// Where the page listens for its address, a link to another part of it is a click; where it listens for the way there, so is
// one to any page of this server. A place on the page, to be scrolled to, is none unless somebody asked for hashes.
function routeOf(element) {
  const isLink = element instanceof HTMLAnchorElement && element.hasAttribute('href') && !element.hasAttribute('download');
  if (!isLink || !/^(_self)?$/.test(element.target)) return null;
  if (/^javascript:/i.test(element.href)) return NO_ACTION.test(element.href) ? null : '';
  if (element.origin !== location.origin) return null;
  if (routers.has('navigate') || (window.navigation && window.navigation.onnavigate)) return routers.get('navigate') || '';
  const [page, hash] = element.href.split('#');
  if (hash === undefined || page !== location.href.split('#')[0]) return null;
  if (routers.has('hashchange') || window.onhashchange) return routers.get('hashchange') || '';
  const heard = routers.has('popstate') || window.onpopstate;
  return heard && hash && hash !== 'top' && !document.getElementById(hash) ? routers.get('popstate') || '' : null;
}

// One who listens for `input` and `change` alike (Vue, Knockout, AngularJS) hears of the same text twice. To leave the field,
// which makes it a change, would close what hangs below it.
function typedOnce(types, own) {
  if (own.has('change') && !own.has('input')) types.delete('input');
  else if (types.has('input')) types.delete('change');
}

const submitOnly = (types) => [...types].filter(([type]) => type === 'submit' || type === 'toggle' || USER_TYPES[type] === 'hover');
