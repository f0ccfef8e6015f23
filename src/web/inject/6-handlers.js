// Handlers: who listens for what, and where that was written. Needed to find the page's user events, and to say which
// handler changed which box.

const USER_TYPES = {
  click: 'click', mousedown: 'click', mouseup: 'click', pointerdown: 'click', pointerup: 'click', touchstart: 'click',
  touchend: 'click', dblclick: 'dblclick', mouseover: 'hover', mouseenter: 'hover', pointerover: 'hover',
  pointerenter: 'hover', mousemove: 'hover', input: 'input', keyup: 'key', keydown: 'key', keypress: 'key',
  change: 'change', submit: 'submit', search: 'input', focus: 'focus', focusin: 'focus', toggle: 'toggle',
};

const listeners = new Map(); // target -> type -> place of registration; targets are few, and live as long as the page
const callbacks = new WeakMap(); // target -> type -> callback (undefined: its property) -> in which phases, as bits
const standIns = new WeakMap(); // callback -> the function registered in its stead
const properties = new WeakMap(); // target -> on… -> the page's own function

const routers = new Map(); // hashchange, popstate (of the window), navigate (of its navigation) -> place

// Who hears of scrolling, or of what comes into view by it.
const scrollers = new Map(); // target -> place
wrap(window.IntersectionObserver && IntersectionObserver.prototype, 'observe', (native, self, args) => {
  if (args[0] instanceof Element && !scrollers.has(args[0])) scrollers.set(args[0], callSite());
  return native.apply(self, args);
});

const phase = (options) => ((typeof options === 'object' && options ? options.capture : options) ? 2 : 1);

function remember(target, type, place, callback, options) {
  const routes = target === window ? ['hashchange', 'popstate'] : target === window.navigation ? ['navigate'] : [];
  if (routes.includes(type) && !routers.has(type)) routers.set(type, place);
  if (type === 'scroll' && !scrollers.has(target)) scrollers.set(target, place);
  if (!USER_TYPES[type]) return;
  if (!listeners.has(target)) listeners.set(target, new Map());
  if (!listeners.get(target).has(type)) listeners.get(target).set(type, place);
  if (!callbacks.has(target)) callbacks.set(target, new Map());
  const types = callbacks.get(target);
  if (!types.has(type)) types.set(type, new Map());
  types.get(type).set(callback, types.get(type).get(callback) | phase(options));
  const signal = typeof options === 'object' && options && options.signal;
  if (signal instanceof AbortSignal) listenTo(signal, 'abort', () => forget(target, type, callback, options));
}

function forget(target, type, callback, options) {
  const known = callbacks.has(target) && callbacks.get(target).get(type);
  if (!known || !known.has(callback)) return;
  known.set(callback, known.get(callback) & ~phase(options));
  if (!known.get(callback)) known.delete(callback);
  if (!known.size) listeners.get(target).delete(type);
}

function standIn(callback, place) {
  if ((typeof callback !== 'function' && typeof callback !== 'object') || !callback) return callback;
  if (!standIns.has(callback))
    standIns.set(callback, function (...args) {
      return runHandler(place, () => {
        if (typeof callback === 'function') return apply(callback, this, args); // window.onerror gets five
        return apply(callback.handleEvent, callback, args);
      });
    });
  return standIns.get(callback);
}

const runHandler = ours((place, run) => {
  const outer = handler;
  flushTree();
  depth++;
  handler = place;
  try {
    return theirs(run);
  } finally {
    flushTree();
    depth--;
    // The promise jobs of the outermost handler come after it and are still its own.
    if (depth) handler = outer;
  }
});

wrap(EventTarget.prototype, 'addEventListener', (native, self, args) => {
  const [type, callback, ...rest] = args;
  const place = askers();
  if (callback) remember(self || window, String(type), place, callback, rest[0]);
  namedMessages(self, String(type));
  return native.call(self || window, type, standIn(callback, place), ...rest);
});
wrap(EventTarget.prototype, 'removeEventListener', (native, self, args) => {
  const [type, callback, ...rest] = args;
  forget(self || window, String(type), callback, rest[0]);
  const known = callback && (typeof callback === 'function' || typeof callback === 'object') && standIns.get(callback);
  return native.call(self || window, type, known || callback, ...rest);
});

// A reaction of a promise is a handler too. `await` registers none: what follows it goes by the call that was awaited.
const reaction = (callback, place) =>
  typeof callback === 'function' ? (value) => runHandler(place, () => callback(value)) : callback;
wrap(Promise.prototype, 'then', (native, self, args) => {
  const place = callSite();
  return native.apply(self, place ? args.map((callback) => reaction(callback, place)) : args);
});

function wrapProperty(prototype, name) {
  const found = Object.getOwnPropertyDescriptor(prototype, name);
  if (!found || !found.set || !found.get || !found.configurable) return;
  const { get, set } = found;
  found.set = new Proxy(set, {
    __proto__: null,
    apply: ours((native, self, [callback]) => {
      const place = askers();
      if (typeof callback === 'function') remember(self || window, name.slice(2), place);
      else forget(self || window, name.slice(2));
      const stand = typeof callback === 'function' ? standIn(callback, place) : callback;
      if (typeof callback === 'function') properties.set(stand, callback);
      native.call(self, stand);
    }),
  });
  found.get = new Proxy(get, {
    __proto__: null,
    apply: ours((native, self) => {
      const stand = native.call(self);
      return (stand && properties.get(stand)) || stand;
    }),
  });
  Object.defineProperty(prototype, name, found);
}

for (const owner of [
  window, Document.prototype, HTMLElement.prototype, SVGElement.prototype, XMLHttpRequest.prototype,
  XMLHttpRequestEventTarget.prototype, WebSocket.prototype, EventSource.prototype, MessagePort.prototype, Worker.prototype,
])
  for (const name of Object.getOwnPropertyNames(owner)) if (name.startsWith('on')) wrapProperty(owner, name);

// What the person does has the floor, with all handlers it calls; what they typed is a change of its own. Focus may also be
// the page's doing, and so may be what opens.
const DRAG_TYPES = ['dragstart', 'dragenter', 'dragover', 'dragleave', 'drop', 'dragend'];
for (const type of [...Object.keys(USER_TYPES).filter((name) => USER_TYPES[name] !== 'focus' && name !== 'toggle'), ...DRAG_TYPES])
  listenTo(window, type, (event) => {
    if (!event.isTrusted || depth) return;
    activity++;
    flushWrites();
    current = root;
    handler = '';
    const field = event.target;
    if ((type === 'input' || type === 'change') && field instanceof Element) wrote(field, 'typed');
  });

// ---- what the person did, as it arrived ----
// The browser may drop input (before a page's first frame is drawn, say) and still say that all is well: only the page
// knows. Pointer events, because a page that cancels those sees no mouse events.
const INPUT_TYPES = ['pointermove', 'pointerdown', 'pointerup', 'keydown', 'beforeinput', 'scroll'];
const LOST_AFTER = 5000; // real ms; a busy machine may take its time
const arrived = new Map(); // type -> how often since the tool began to act
let arrivals = () => {};

for (const type of INPUT_TYPES)
  listenTo(window, type, (event) => {
    if (!event.isTrusted) return;
    arrived.set(type, (arrived.get(type) || 0) + 1);
    arrivals();
  });

const takesText = (element) =>
  element && (element.isContentEditable || ('readOnly' in element && !element.readOnly && !element.disabled));

// Which of `asked` has not arrived, once all have or it is clear that one will not: '' where none is missing.
function arrival(asked) {
  const types = asked.filter((type) => type !== 'beforeinput' || takesText(document.activeElement));
  const missing = () => types.find((type, i) => (arrived.get(type) || 0) <= types.slice(0, i).filter((t) => t === type).length);
  return new Promise((done) => {
    const end = () => done({ missing: missing() || '' });
    arrivals = () => missing() || end();
    natives.setTimeout(end, LOST_AFTER);
    arrivals();
  });
}
