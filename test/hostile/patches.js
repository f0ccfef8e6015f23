// In a page, before its own script: every method of what is built in, and much of the DOM, throws. What the page itself needs
// (getElementById, onclick, XMLHttpRequest, textContent) is left alone.
'use strict';
{
  const { ownKeys, getOwnPropertyDescriptor: described, defineProperty, getPrototypeOf } = Reflect;
  const fail = (name) => function () { throw new Error('patched ' + name); };
  const owners = { Array, String, RegExp, Number, Object, Math, JSON, Reflect, Function: Function.prototype, Error,
    ArrayP: Array.prototype, StringP: String.prototype, RegExpP: RegExp.prototype, NumberP: Number.prototype,
    MapP: Map.prototype, SetP: Set.prototype, WeakMapP: WeakMap.prototype, WeakSetP: WeakSet.prototype,
    A: getPrototypeOf([][Symbol.iterator]()), S: getPrototypeOf(''[Symbol.iterator]()), M: getPrototypeOf(new Map().keys()),
    Se: getPrototypeOf(new Set().keys()), R: getPrototypeOf('x'.matchAll(/x/g)), G: getPrototypeOf(function* () {}).prototype };
  for (const name of ['NodeList', 'HTMLCollection', 'DOMTokenList', 'Element', 'Node', 'CSSStyleDeclaration', 'HTMLFormElement', 'HTMLButtonElement', 'HTMLElement', 'DOMRect', 'DOMRectReadOnly'])
    owners[name] = window[name].prototype;
  const todo = [];
  let n = 0;
  for (const name in owners) { const keys = ownKeys(owners[name]); for (let i = 0; i < keys.length; i++) todo[n++] = [name, owners[name], keys[i]]; }
  for (let i = 0; i < n; i++) {
    const name = todo[i][0], owner = todo[i][1], key = todo[i][2];
    const d = described(owner, key);
    if (!d.configurable || key === 'constructor' || key === 'name' || key === 'length' || key === 'prototype' || key === 'textContent' || typeof key === 'string' && key[0] === 'o' && key[1] === 'n' || typeof key === 'symbol' && key !== Symbol.iterator) continue;
    const label = name + '.' + (typeof key === 'symbol' ? 'iterator' : key);
    if ('value' in d) { if (typeof d.value === 'function') defineProperty(owner, key, { configurable: true, writable: true, enumerable: d.enumerable, value: fail(label) }); }
    else defineProperty(owner, key, { configurable: true, get: fail(label), set: fail(label) });
  }
}
Error.prepareStackTrace = () => 0;
window.getComputedStyle = window.Event = window.Element = undefined;
document.querySelectorAll = () => [];
