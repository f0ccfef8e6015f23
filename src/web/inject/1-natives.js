// The browser's own functions that we call, kept before anyone changes them, and `wrap`, which stands in for one of them. A
// Proxy keeps name, length, prototype and "[native code]".

const { CSSStyleSheet, MutationObserver, URL } = window;

// A collection whose methods are its own: a page that changes Map.prototype.get changes none of ours.
function ownCollection(Native) {
  const Own = class extends Native {};
  for (const key of Reflect.ownKeys(Native.prototype))
    if (key !== 'constructor') Object.defineProperty(Own.prototype, key, Object.getOwnPropertyDescriptor(Native.prototype, key));
  return Own;
}
const [Map, Set, WeakMap, WeakSet] = [window.Map, window.Set, window.WeakMap, window.WeakSet].map(ownCollection);

// What a node says of itself, not what a field of a form says that is called so (<input name="parentNode">).
function getterOf(owner, name) {
  const { get } = Object.getOwnPropertyDescriptor(owner, name);
  return (node) => (node === window ? null : apply(get, node, []));
}
const nodeType = getterOf(Node.prototype, 'nodeType');

const callingOurs = (native) => (run, how) => native(ours(run), how);
const natives = {
  setTimeout: callingOurs(window.setTimeout.bind(window)),
  frame: callingOurs(window.requestAnimationFrame.bind(window)),
  postTask: callingOurs(window.scheduler.postTask.bind(window.scheduler)),
  now: performance.now.bind(performance),
  getItem: Storage.prototype.getItem,
  text: Response.prototype.text,
  fetch: window.fetch.bind(window),
  replaceSync: CSSStyleSheet.prototype.replaceSync,
  listen: EventTarget.prototype.addEventListener,
  dispatch: EventTarget.prototype.dispatchEvent,
  debug: console.debug.bind(console),
  parentNode: getterOf(Node.prototype, 'parentNode'),
  parentElement: getterOf(Node.prototype, 'parentElement'),
  isElement: (node) => nodeType(node) === 1,
  MessageEvent: window.MessageEvent,
  CustomEvent: window.CustomEvent,
};

// To listen twice with one function is to listen once.
const heardBy = new WeakMap();
function listenTo(target, type, handler, once) {
  if (!heardBy.has(handler)) heardBy.set(handler, ours(handler));
  apply(natives.listen, target, [type, heardBy.get(handler), { __proto__: null, capture: true, once: !!once }]);
}

const whenSettled = (promise, done, failed) => apply(nativeThen, promise, [ours(done), ours(failed)]);

// Replaces owner[name] by a stand-in; `call(native, self, args)` decides what a call does.
function wrap(owner, name, call) {
  const native = owner && owner[name];
  if (typeof native === 'function') owner[name] = new Proxy(native, { __proto__: null, apply: ours(call) });
}

// The same for what is called without end (clocks, random numbers): `call` uses nothing that a page can change.
function wrapPlainly(owner, name, call) {
  owner[name] = new Proxy(owner[name], { __proto__: null, apply: call });
}

function wrapConstructor(owner, name, made) {
  const native = owner[name];
  if (typeof native !== 'function') return;
  const make = ours((target, args, newTarget) => {
    const result = construct(target, args, newTarget);
    made(result, args);
    return result;
  });
  const standIn = new Proxy(native, { __proto__: null, construct: make });
  owner[name] = standIn;
  native.prototype.constructor = standIn;
}

// Replaces the setter or the getter of an accessor; `set(native, self, value)`, `get(native, self)`.
const wrapSetter = (prototype, name, set) => wrapAccessor(prototype, name, 'set', set);
const wrapGetter = (prototype, name, get) => wrapAccessor(prototype, name, 'get', get);

function wrapAccessor(prototype, name, which, call) {
  const found = prototype && Object.getOwnPropertyDescriptor(prototype, name);
  if (!found || !found[which] || !found.configurable) return;
  found[which] = new Proxy(found[which], { __proto__: null, apply: ours((native, self, args) => call(native, self, args[0])) });
  Object.defineProperty(prototype, name, found);
}

// ---- frames ----
// Frames of the page's own origin live in its time, and what they ask for is the page's: the script of the top frame sees
// to both. Theirs asks it to, with an event on the frame's element that nobody else hears of. In frames from elsewhere
// time is left alone: nobody could let it pass.

const isTop = window === window.top;
const ADOPT = 'interloper:frame';
const installers = [];
const installed = new WeakSet();

function everywhere(install) {
  installers.push(install);
  if (isTop) install(window);
}

// A window may get another document, and its script come again: it is known by what only one has.
function adopt(view) {
  if (!isTop) return void askParent(view);
  if (installed.has(view.Object)) return;
  installed.add(view.Object);
  for (const install of installers) install(view);
}

function askParent(view) {
  const frame = window.frameElement;
  if (frame) natives.dispatch.call(frame, new natives.CustomEvent(ADOPT, { detail: view, composed: true }));
}

listenTo(window, ADOPT, (event) => {
  event.stopImmediatePropagation();
  adopt(event.detail);
});

// Files that say nothing about the page: whoever called them is meant. So are those that come from elsewhere.
const LIBRARY = new RegExp(
  [
    '\\.min\\.m?js',
    '/(node_modules|bower_components|libs?|vendors?|third[-_]party|dist)/',
    '/(jquery|react|react-dom|preact|vue|vue-router|angular|zone|rxjs|svelte|solid|lit|alpine|htmx|knockout|backbone|' +
      'underscore|lodash|axios|d3|gsap|mithril|bluebird|turbo|stimulus)([.@]|-\\d)[^/]*$',
  ].join('|'),
  'i',
);

// `mappedFiles` (script.c): bundles whose source maps the tool has. Who is a library in there only the map tells. NULL: it
// does not know yet which there are.
const mapped = new Set(mappedFiles || []);
const isMapped = (place) => mapped.has(shortPlace(place).replace(/:\d+:\d+$/, ''));

const isLibrary = (place) => LIBRARY.test(place) || !place.startsWith(location.origin + '/');

// All of the page's code that called us, file:line:column, one a line, the innermost first; the page's own origin is left
// out. Where that was libraries alone, the innermost of them with a mark: the tool looks for the author elsewhere.
function callers() {
  const holder = {};
  const { stackTraceLimit, prepareStackTrace } = Error;
  Reflect.set(Error, 'stackTraceLimit', 100); // libraries are deep: a chain of RxJS has more than thirty frames
  if (prepareStackTrace) Reflect.set(Error, 'prepareStackTrace', undefined); // the page's form of it
  Error.captureStackTrace(holder, callers);
  const { stack } = holder;
  Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
  if (prepareStackTrace) Reflect.set(Error, 'prepareStackTrace', prepareStackTrace);
  const places = [...placesIn(stack)];
  const own = places.filter((place) => isMapped(place) || !isLibrary(place));
  return own.length ? own.map(shortPlace).join('\n') : places.slice(0, 1).map((place) => LIBRARY_MARK + shortPlace(place)).join('');
}

// The innermost alone, where the tool needs no map to tell it.
const callSite = () => (mapped.size || !mappedFiles ? callers() : callers().split('\n')[0]);

// Where an error was thrown.
const placeIn = (stack) => shortPlace(placesIn(stack).next().value || '');

function* placesIn(stack) {
  for (const line of String(stack).split('\n').slice(1)) {
    if (line.includes('interloper:page')) continue;
    const found = /\(?((?:https?|file|blob|webpack)[^\s()]*?:\d+:\d+)\)?$/.exec(line);
    if (found) yield found[1];
  }
}

// `indexFile` (script.c): what a folder's address stands for, where we serve it ourselves.
function shortPlace(place) {
  if (!place.startsWith(location.origin + '/')) return place;
  const path = place.slice(location.origin.length + 1).replace(/(?<=^|\/)(?=:\d+:\d+$)/, indexFile);
  return path[0] === ':' ? '/' + path : path;
}

// What a person would call an element: tag, id, classes.
function describe(element) {
  if (!element || !element.localName) return element === document ? 'document' : 'window';
  const classes = [...element.classList].slice(0, 2).map((name) => '.' + name);
  return element.localName + (element.id ? '#' + element.id : '') + classes.join('');
}
