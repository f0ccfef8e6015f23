// mutate-dom[v, x, y, w, h] of section 4.1: which boxes of the document each event changed, with the handler that did it.
// A MutationObserver sees the tree; values of fields and drawings on a canvas are seen through their setters. A box is
// what can be seen of the element, before and after the change together, in coordinates of the document.

let before = new WeakMap(); // boxes at the beginning of the user event: what is gone has no box of its own any more
const MOST_WRITES = 100;

// The element around a node, out of shadow roots too; of a shadow root it is the host.
function around(node) {
  const up = node instanceof ShadowRoot ? node : natives.parentNode(node);
  return up instanceof ShadowRoot ? up.host : natives.parentElement(node);
}

function clip(box, by) {
  const x = Math.max(box.x, by.left);
  const y = Math.max(box.y, by.top);
  return { x, y, width: Math.min(box.x + box.width, by.right) - x, height: Math.min(box.y + box.height, by.bottom) - y };
}

// What of the element can be seen, NULL where nothing can: clipped by every ancestor that scrolls or hides overflow.
function visibleBox(element) {
  if (element.checkVisibility && !element.checkVisibility({ visibilityProperty: true })) return null;
  const rect = element.getBoundingClientRect();
  let box = { x: rect.left, y: rect.top, width: rect.width, height: rect.height };
  for (let up = around(element); up && up !== document.documentElement && up !== document.body; up = around(up)) {
    const style = getComputedStyle(up);
    if (style.overflow !== 'visible' && style.display !== 'contents') box = clip(box, up.getBoundingClientRect());
    if (style.position === 'fixed') break;
  }
  if (box.width < 0 || box.height < 0) return null;
  return { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height };
}

function union(a, b) {
  if (!a || !b) return a || b;
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

function rememberBoxes() {
  before = new WeakMap();
  let left = 4000;
  for (const element of document.body ? [document.body, ...elementsIn(document.body)] : []) {
    if (!left--) break;
    before.set(element, visibleBox(element));
  }
}

function note(what, box, storage, unchanged, where) {
  const node = active();
  const key = handler + '|' + what;
  const old = node.writes.get(key);
  if (!old && node.writes.size >= MOST_WRITES) return;
  unchanged = !!unchanged && (!old || old.unchanged);
  node.writes.set(key, { handler, what, where, box: union(old && old.box, box), storage: !!storage, unchanged });
  activity++;
}

// An element by its place below the nearest id: what is written while it is hidden has no box, and may be shown by another
// event.
function whereabouts(element) {
  const steps = [];
  for (let at = element; at && steps.length < 4; at = at.id ? null : around(at)) steps.unshift(at.localName + (at.id ? '#' + at.id : ''));
  return steps.join('>');
}

// While the page loads nobody asks, and a box costs a layout.
function wrote(element, what, unchanged) {
  if (!active().root) return void activity++;
  const box = union(before.get(element), element.isConnected ? visibleBox(element) : null);
  if (box) return note(`${describe(element)}: ${what}`, box, false, unchanged, whereabouts(element));
  const { unseen } = active();
  if (!unchanged && unseen.size < MOST_WRITES) unseen.add(whereabouts(element));
}

// A style sheet may change anything.
function wrotePage(what) {
  if (!active().root) return void activity++;
  const height = Math.max(innerHeight, document.documentElement.scrollHeight);
  note(what, { x: 0, y: 0, width: innerWidth, height });
}

const SHEET = 'style, link[rel~=stylesheet i]';
const RESOURCE = 'script[src], img[src], link[rel~=stylesheet i][href]';

function addedNode(node) {
  if (!natives.isElement(node)) return;
  if (node.matches(SHEET)) wrotePage(`${describe(node)}: added`);
  for (const element of node.matches(RESOURCE) ? [node] : node.querySelectorAll(RESOURCE)) resource(element);
}

const inTitle = (record) => [record.target, ...record.addedNodes].some((node) => node instanceof HTMLTitleElement);

function changed(record) {
  const target = natives.isElement(record.target) ? record.target : around(record.target);
  const frame = frameOf(record.target);
  if (frame) return wrote(frame, 'content');
  if (inTitle(record)) note('title', null, true);
  if (record.type === 'childList') record.addedNodes.forEach(addedNode);
  const sheet = target && target.matches(SHEET);
  if (!target || (target.closest('head') && !sheet)) return;
  if (record.type === 'childList' && onlyScripts(record)) return;
  const what = record.type === 'attributes' ? record.attributeName : record.type === 'childList' ? 'children' : 'text';
  if (record.type === 'attributes' && target.getAttribute(what) === record.oldValue) return;
  if ((what === 'src' || what === 'href') && target.matches('img, link[rel~=stylesheet i]')) resource(target);
  sheet ? wrotePage(`${describe(target)}: ${what}`) : wrote(target, what);
}

const onlyScripts = (record) => [...record.addedNodes, ...record.removedNodes].every((node) => node.localName === 'script');

const observer = new MutationObserver(ours((records) => records.forEach(changed)));
const observing = { subtree: true, childList: true, characterData: true, attributes: true, attributeOldValue: true };
observer.observe(document, observing);

// Frames of the page's own origin change as a whole.
function frameOf(node) {
  const view = (node.ownerDocument || node).defaultView;
  return view && view !== window && view.frameElement;
}

// Documents of frames, and shadow roots that came with the page's text.
function observeInner() {
  for (const { contentDocument, shadowRoot } of elementsIn(document))
    for (const inner of [contentDocument, shadowRoot]) if (inner && inner.nodeType) observer.observe(inner, observing);
}

function flushTree() {
  observer.takeRecords().forEach(changed);
  flushAddress();
  flushSheets();
  flushShown();
}

function flushWrites() {
  flushTree();
  flushStorage();
}

wrap(Element.prototype, 'attachShadow', (native, self, args) => {
  const shadow = native.apply(self, args);
  observer.observe(shadow, observing);
  return shadow;
});

for (const [prototype, names] of [
  [HTMLInputElement.prototype, ['value', 'checked', 'valueAsNumber', 'valueAsDate', 'indeterminate']],
  [HTMLTextAreaElement.prototype, ['value']],
  [HTMLSelectElement.prototype, ['value', 'selectedIndex']],
  [HTMLOptionElement.prototype, ['selected']],
])
  for (const name of names)
    wrapSetter(prototype, name, (native, self, value) => {
      const old = String(self[name]);
      native.call(self, value);
      if (self.isConnected) wrote(self, name, String(self[name]) === old);
    });
for (const prototype of [HTMLInputElement.prototype, HTMLTextAreaElement.prototype])
  for (const name of ['setRangeText', 'stepUp', 'stepDown', 'select'])
    wrap(prototype, name, (native, self, args) => {
      if (byTool()) return native.apply(self, args);
      const old = self.value;
      const result = native.apply(self, args);
      if (self.isConnected) wrote(self, name, self.value === old && name !== 'select');
      return result;
    });
const fieldsOf = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'elements').get; // a field may have that name
wrap(HTMLFormElement.prototype, 'reset', (native, self, args) => {
  const fields = [...fieldsOf.call(self)].map((field) => [field, field.value, field.checked]);
  native.apply(self, args);
  for (const [field, value, checked] of fields) wrote(field, 'reset', field.value === value && field.checked === checked);
});

// There is but one focus: whoever takes it writes it.
for (const prototype of [HTMLElement.prototype, SVGElement.prototype])
  for (const name of ['focus', 'blur'])
    wrap(prototype, name, (native, self, args) => {
      if (byTool()) return native.apply(self, args);
      const old = document.activeElement;
      scrolling(self, false, () => native.apply(self, args));
      const now = document.activeElement;
      if (active().root) note('focus', null, true, now === old);
      for (const element of now === old ? [] : [old, now]) if (element && element !== document.body) wrote(element, 'focus');
    });

// What the tool itself does with focus and selection is no write; what the page does because of it is.
let toolActs = false;
function asTool(run) {
  toolActs = true;
  run();
  toolActs = false;
}
function byTool() {
  const was = toolActs;
  toolActs = false;
  return was;
}

// ---- scrolling ----
// Of the window it moves everything that is seen, wherever that is written; where the window stands already, only others
// that scroll it may matter. Nothing glides: how far it got would depend on the machine.

Object.assign(natives, {
  scrollTo: window.scrollTo.bind(window),
  scrollElement: Element.prototype.scrollTo,
  scrollIntoView: Element.prototype.scrollIntoView,
});
let scrolled = false; // the window stands where we put it, for a click (8-api.js)

// `absolute`: where it ends does not depend on where it stood.
function scrolling(element, absolute, run) {
  activity++;
  if (!active().root) return run();
  const places = [];
  for (let up = element; up; up = around(up))
    if (up !== document.scrollingElement) places.push([up, up.scrollLeft, up.scrollTop]);
  const [x, y] = [scrollX, scrollY];
  const result = run();
  for (const [up, left, top] of places) if (up.scrollLeft !== left || up.scrollTop !== top) wrote(up, 'scroll');
  const moved = scrollX !== x || scrollY !== y;
  if (moved) wrotePage('window: scroll');
  if (moved || !places.length) note('scroll position', null, true, !moved);
  if (absolute && moved) scrolled = false;
  return result;
}

function scrollingBox(element, absolute, run) {
  const result = scrolling(element, absolute, run);
  if (element.isConnected && element !== document.scrollingElement) wrote(element, 'scroll', true);
  return result;
}

const isOptions = (value) => value === undefined || (typeof value === 'object' && value);
function atOnce(args) {
  if (args.length > 1) return [{ left: args[0], top: args[1], behavior: 'instant' }];
  return isOptions(args[0]) ? [{ ...args[0], behavior: 'instant' }] : args;
}

for (const name of ['scroll', 'scrollTo', 'scrollBy']) {
  const absolute = name !== 'scrollBy';
  wrap(window, name, (native, self, args) => scrolling(null, absolute, () => native.apply(self, atOnce(args))));
  wrap(Element.prototype, name, (native, self, args) => scrollingBox(self, absolute, () => native.apply(self, atOnce(args))));
}
for (const [name, side] of [['scrollTop', 'top'], ['scrollLeft', 'left']])
  wrapSetter(Element.prototype, name, (native, self, value) => {
    const to = { [side]: Number(value), behavior: 'instant' };
    scrollingBox(self, true, () => natives.scrollElement.call(self, to));
  });
wrap(Element.prototype, 'scrollIntoView', (native, self, [how]) => {
  const options = typeof how === 'object' ? { ...how } : { block: how || how === undefined ? 'start' : 'end' };
  const absolute = options.block !== 'nearest';
  return scrolling(self, absolute, () => native.call(self, { ...options, behavior: 'instant' }));
});

const GL_DRAWS = ['clear', 'drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced', 'drawRangeElements'];
for (const [type, names] of [
  ['CanvasRenderingContext2D',
    ['fillRect', 'clearRect', 'strokeRect', 'fill', 'stroke', 'fillText', 'strokeText', 'drawImage', 'putImageData', 'reset']],
  ['ImageBitmapRenderingContext', ['transferFromImageBitmap']],
  ['WebGLRenderingContext', GL_DRAWS],
  ['WebGL2RenderingContext', GL_DRAWS],
])
  for (const name of names)
    wrap(window[type] && window[type].prototype, name, (native, self, args) => {
      if (self.canvas.isConnected) wrote(self.canvas, 'drawing');
      return native.apply(self, args);
    });
// To set the size clears it, also where the size stays.
for (const name of ['width', 'height'])
  wrapSetter(HTMLCanvasElement.prototype, name, (native, self, value) => {
    native.call(self, value);
    if (self.isConnected) wrote(self, 'drawing');
  });

// ---- animations ----
// What they leave behind (fill: 'forwards') is written in no tree.

natives.cancel = Animation.prototype.cancel;
wrap(Element.prototype, 'animate', (native, self, args) => {
  const result = native.apply(self, args);
  if (self.isConnected) wrote(self, 'animation');
  return result;
});
function animated({ effect }) {
  if (effect && effect.target && effect.target.isConnected) wrote(effect.target, 'animation');
}
for (const name of ['play', 'pause', 'reverse', 'cancel'])
  wrap(Animation.prototype, name, (native, self, args) => {
    animated(self);
    return native.apply(self, args);
  });
wrapSetter(Animation.prototype, 'currentTime', (native, self, value) => {
  native.call(self, value);
  animated(self);
});

// ---- style sheets ----

for (const name of ['insertRule', 'deleteRule', 'replace', 'replaceSync'])
  wrap(CSSStyleSheet.prototype, name, (native, self, args) => {
    wrotePage('style sheet: rules');
    return native.apply(self, args);
  });
// Whoever asks for the style of a rule may change it.
wrapGetter(CSSStyleRule.prototype, 'style', (native, self) => {
  if (self.parentStyleSheet !== stillSheet) wrotePage('style sheet: rules');
  return native.call(self);
});
wrapSetter(StyleSheet.prototype, 'disabled', (native, self, value) => {
  wrotePage('style sheet: disabled');
  native.call(self, value);
});
wrapSetter(ShadowRoot.prototype, 'adoptedStyleSheets', (native, self, value) => {
  native.call(self, value);
  if (self.host.isConnected) wrote(self.host, 'style sheets');
});

// The document's list can also be pushed to, which passes no function of ours. Our own sheets do not count.
let adopted = [];
function flushSheets() {
  const sheets = [...document.adoptedStyleSheets].filter((sheet) => sheet !== stillSheet && sheet !== coverSheet);
  const same = sheets.length === adopted.length && sheets.every((sheet, i) => sheet === adopted[i]);
  adopted = sheets;
  if (!same) wrotePage('document: style sheets');
}

// ---- popovers and dialogs ----
// They are shown without a change of the tree. One that is hidden has no box: to close it is known by its name.

for (const [prototype, names] of [
  [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover']],
  [HTMLDialogElement.prototype, ['show', 'showModal', 'close', 'requestClose']],
])
  for (const name of names)
    wrap(prototype, name, (native, self, args) => {
      note(`${describe(self)}: opened or closed`, null, true);
      return native.apply(self, args);
    });

const appearing = [];
listenTo(document, 'beforetoggle', ({ target, newState }) => {
  if (newState === 'open') appearing.push(target);
  else wrote(target, 'shown');
});
function flushShown() {
  for (const element of appearing.splice(0)) wrote(element, 'shown');
}
