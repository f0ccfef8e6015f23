// Inside pages under test. These files are joined in order into one function (script.c), run before the page's own
// scripts; nothing of it is visible to the page.
//
// This one: the page's changes of what is built in. A page may replace Array.prototype.map, JSON.stringify or
// Element.prototype.matches, for better or worse. While code of ours runs, all of that is put aside and what the browser
// had is in its place; before code of the page goes on, the page's is put back. `ours(f)` is `f` as code of ours, to be
// called by the browser or the page; `theirs(run)` calls the page's from within. Nothing here may itself lean on what the
// page can change: no method, no iterator, no literal's setter; lists are chains.

const { Promise, Object, Reflect, Proxy, Array, Function, Symbol, RegExp, Number, String, Math, JSON, Error, Uint8Array } = window;
const nativeThen = Promise.prototype.then;

const { apply, ownKeys, getOwnPropertyDescriptor, defineProperty, deleteProperty, getPrototypeOf, setPrototypeOf, construct } = Reflect;

const { ours, theirs, answering, keepBuiltins } = (() => {
  // What our code uses at every turn: looked at whenever it begins to run. test/hostile/builtins.js finds what is missing.
  const OFTEN = [
    [Array.prototype,
      'at every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join keys map pop push ' +
      'reduce reverse shift slice some sort splice toString unshift values'],
    [String.prototype,
      'at charCodeAt endsWith includes indexOf match matchAll padEnd padStart repeat replace replaceAll slice split startsWith ' +
      'toLowerCase toUpperCase trim trimEnd'],
    [RegExp.prototype, 'exec test'],
    [Function.prototype, 'apply bind call'],
    [Number.prototype, 'toString'],
    [Object, 'assign create defineProperty entries fromEntries getOwnPropertyDescriptor getOwnPropertyNames getOwnPropertySymbols ' +
      'getPrototypeOf keys values'],
    [Math, 'floor imul max min'],
    [JSON, 'parse stringify'],
    [Reflect, 'apply construct ownKeys set'],
    [Error, 'captureStackTrace'],
    [Promise, 'race resolve'], [String, 'raw'], [Number, 'isInteger'], [Array, 'isArray from'],
  ];
  const OFTEN_SYMBOLS = [
    [Array.prototype, Symbol.iterator], [String.prototype, Symbol.iterator], [RegExp.prototype, Symbol.match],
    [RegExp.prototype, Symbol.matchAll], [RegExp.prototype, Symbol.replace], [RegExp.prototype, Symbol.split],
  ];
  const ITERATORS = [[], '', new window.Map(), new window.Set(), 'x'.matchAll(/x/g)].map((one) => getPrototypeOf(one[Symbol.iterator]()));
  const GENERATOR = getPrototypeOf(function* () {}).prototype;

  // What it uses here and there, with the names of these themselves: looked at when the tool asks for something.
  const INTERFACES =
    'Node Element HTMLElement SVGElement CharacterData Document DocumentFragment ShadowRoot NodeList HTMLCollection ' +
    'DOMTokenList DOMRect DOMRectReadOnly HTMLFormElement HTMLInputElement HTMLTextAreaElement HTMLSelectElement HTMLOptionElement ' +
    'HTMLButtonElement HTMLAnchorElement HTMLImageElement HTMLScriptElement HTMLLabelElement HTMLFormControlsCollection Event ' +
    'ErrorEvent ProgressEvent CustomEvent MessageEvent MutationRecord MutationObserver CSSStyleSheet CSSStyleDeclaration URL Request ' +
    'Response Performance IDBFactory IDBDatabase IDBTransaction IDBObjectStore IDBRequest IDBCursor IDBIndex ' +
    'CacheStorage Cache AbortSignal Animation AnimationEffect Crypto Selection DOMException HTMLTitleElement';
  const GLOBALS = 'CSS getComputedStyle getSelection performance history indexedDB scrollX scrollY innerWidth innerHeight';

  let kept = null; // chain: what is looked at always, then (from `rare` on) the rest
  let rare = null;
  let known = null; // chain of those of the rest that the page was seen to have changed
  let aside = null; // chain: what is the page's, while ours is in its place
  let depth = 0; // of our code
  let fixed = ''; // what the page replaced so that nobody can put it aside

  // Object.prototype may have getters named `get` or `value`: a description must not inherit any.
  function describeOwn(owner, key) {
    const found = getOwnPropertyDescriptor(owner, key);
    if (found) setPrototypeOf(found, null);
    return found;
  }

  // Called once everything of ours stands, and before anything of the page runs: what we wrap is ours.
  function keepBuiltins() {
    const all = [];
    const keep = (owner, key) => {
      const own = describeOwn(owner, key);
      if (own && (own.configurable || own.writable)) all.push({ __proto__: null, owner, key, own, seen: false, next: null });
    };
    for (const [owner, names] of OFTEN) for (const name of names.split(' ')) keep(owner, name);
    for (const [owner, symbol] of OFTEN_SYMBOLS) keep(owner, symbol);
    for (const iterator of ITERATORS) keep(iterator, 'next');
    keep(GENERATOR, 'next');
    const often = all.length;
    const keepAll = (owner) => {
      for (const key of ownKeys(owner)) if (key !== 'constructor' && !/^on/.test(String(key))) keep(owner, key); // (Zone.js replaces all handlers)
    };
    for (const [owner] of OFTEN) keepAll(owner);
    for (const name of [...INTERFACES.split(' '), ...GLOBALS.split(' ')]) {
      keep(window, name);
      const { prototype } = Object(window[name]);
      if (prototype) keepAll(prototype);
    }
    for (let i = all.length - 1; i >= 0; i--) {
      all[i].next = kept;
      kept = all[i];
      if (i === often) rare = kept;
    }
  }

  const isSame = (a, b) => !!b && a.value === b.value && a.get === b.get && a.set === b.set;

  function putAside({ owner, key, own }) {
    const page = describeOwn(owner, key);
    if (isSame(own, page)) return true;
    // what was fixed may still take another value
    if (!defineProperty(owner, key, own) && !defineProperty(owner, key, { __proto__: null, value: own.value })) return false;
    aside = { __proto__: null, owner, key, page, own, next: aside };
    return true;
  }

  function isChanged(one) {
    try {
      return one.owner[one.key] !== one.own.value;
    } catch (error) {
      return true; // a getter of the page's
    }
  }

  function takeOver() {
    let isNew = false;
    for (let one = kept; one !== rare; one = one.next) {
      if (!isChanged(one)) continue;
      isNew ||= !one.seen;
      one.seen = true;
      if (!putAside(one)) fixed = String(one.key);
    }
    for (let one = known; one; one = one.next) putAside(one.which);
    if (isNew) lookAround(); // it seldom comes alone
  }

  function giveBack() {
    for (; aside; aside = aside.next) {
      const { owner, key, page, own } = aside;
      const now = describeOwn(owner, key);
      if (own ? !isSame(own, now) : now) continue; // changed again since
      if (!page) deleteProperty(owner, key);
      else if (!defineProperty(owner, key, page)) defineProperty(owner, key, { __proto__: null, value: page.value });
    }
  }

  // Everything; what is new is remembered, to be put aside from now on.
  function lookAround() {
    for (let one = rare; one; one = one.next) {
      if (isSame(one.own, describeOwn(one.owner, one.key))) continue;
      if (!one.seen) known = { __proto__: null, which: one, next: known };
      one.seen = true;
      putAside(one);
    }
    putExtrasAside(Object.prototype);
    putExtrasAside(Array.prototype);
    putExtrasAside(document);
  }

  const objectKeys = { __proto__: null };
  for (const owner of [Object.prototype, Array.prototype]) for (const key of ownKeys(owner)) objectKeys[key] = true;

  // What was added where every object inherits it ({}.block, [].0), or hides what a document has.
  function putExtrasAside(owner) {
    const keys = ownKeys(owner);
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      const hides = owner === document ? key !== 'location' && key in Document.prototype : !objectKeys[key];
      const page = hides && describeOwn(owner, key);
      if (page && page.configurable && deleteProperty(owner, key)) aside = { __proto__: null, owner, key, page, own: null, next: aside };
    }
  }

  function enter() {
    if (depth++ === 0) takeOver();
  }

  function leave() {
    if (--depth === 0) giveBack();
  }

  const ours = (run) =>
    function (...args) {
      enter();
      try {
        return apply(run, this, args);
      } finally {
        leave();
      }
    };

  function theirs(run) {
    if (!depth) return run();
    const outer = depth;
    depth = 0;
    giveBack();
    try {
      return run();
    } finally {
      takeOver();
      depth = outer;
    }
  }

  // What the tool asks for, to the end of the promise it may answer with.
  function answering(run) {
    return function (...args) {
      enter();
      let answer;
      try {
        lookAround();
        // a text, not an error: no test of this page can be trusted (visit.c)
        if (fixed) throw `the page has replaced the built-in '${fixed}' for good: what is found there cannot be trusted`;
        answer = apply(run, this, args);
      } catch (error) {
        leave();
        throw error;
      }
      if (answer instanceof Promise) apply(nativeThen, answer, [leave, leave]);
      else leave();
      return answer;
    };
  }

  return { ours, theirs, answering, keepBuiltins };
})();
