'use strict';
// A program that replaces what arrays can do sees no call of the agent's, and none of its own fails.
const { writeSync } = require('fs');
const calls = [];
const say = text => writeSync(1, `${text}\n`);
for (const name of ['push', 'splice', 'find', 'sort', Symbol.iterator]) {
  const original = Array.prototype[name];
  Object.defineProperty(Array.prototype, name, {
    configurable: true,
    writable: true,
    value(...words) {
      const from = new Error().stack;
      if (from.includes('interloper')) calls[calls.length] = String(name);
      return Reflect.apply(original, this, words);
    },
  });
}
delete Array.prototype[Symbol.iterator];
setTimeout(() => say('timer'), 5);
setImmediate(() => setImmediate(() => say('immediate')));
const many = setInterval(() => {
  clearInterval(many);
  setTimeout(() => say(`the agent called: ${calls.join() || 'nothing'}`), 2000);
}, 10);
