'use strict';
// Everything of a timer and of its surroundings that a program can look at.
const util = require('util');
const assert = require('assert');
const Module = require('module');
const short = (text) => String(text).replace(/_idleStart: \d+/g, '_idleStart: …');
const timers = {
    timeout: setTimeout(() => {}, 1),
    args: setTimeout(function named() {}, 2000, 1, 'two'),
    unrefed: setTimeout(() => {}, 5000).unref(),
    interval: setInterval(() => {}, 30),
    immediate: setImmediate(() => {}),
};
for (const [name, timer] of Object.entries(timers)) {
    console.log(name, short(util.inspect(timer)), short(util.inspect(timer, { showHidden: true, depth: 4 })));
    console.log(Reflect.ownKeys(timer).map(String), Object.keys(timer), JSON.stringify(Object.entries(timer).map(([k]) => k)));
    console.log(Object.values(Object.getOwnPropertyDescriptors(timer)).map((d) => [d.writable, d.enumerable, d.configurable, 'value' in d].join()));
    console.log(timer.hasRef(), Object.prototype.toString.call(timer), typeof timer[Symbol.toPrimitive]);
    const prototype = Object.getPrototypeOf(timer);
    console.log(Object.getOwnPropertyNames(prototype), String(prototype.constructor), String(prototype.refresh), String(prototype.unref));
}
console.log(short(util.inspect(timers.timeout._idlePrev)), Object.keys(timers.timeout._idlePrev));
assert.deepStrictEqual(timers.timeout, timers.timeout);
assert.notDeepStrictEqual(timers.timeout, timers.args);
console.log(Number(timers.timeout), +setTimeout(() => {}, 3), timers.interval.refresh() === timers.interval, timers.unrefed.ref().hasRef());
for (const timer of Object.values(timers)) clearTimeout(timer), clearImmediate(timer);
console.log(String(setTimeout), String(setInterval), setTimeout === require('timers').setTimeout, util.inspect(timers.timeout, { customInspect: false, depth: 0 }).length);

console.log(process.env.NODE_OPTIONS, process.execArgv, process.argv.slice(2), Object.keys(process.env).sort().join());
console.log(Object.keys(require.cache), module.children.length, module.parent, require.main === module, Object.keys(Module._pathCache));
console.log(Reflect.ownKeys(globalThis).map(String), Reflect.ownKeys(Object.prototype), Reflect.ownKeys(Error), Error.stackTraceLimit);
console.log(process.eventNames(), process.listenerCount('exit'), process._getActiveHandles().length);
console.log(process.getActiveResourcesInfo().sort(), require('async_hooks').executionAsyncId(), process.noDeprecation);
