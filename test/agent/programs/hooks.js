'use strict';
// A user of async_hooks, and one of AsyncLocalStorage.
const hooks = require('async_hooks');
const seen = [];
const hook = hooks.createHook({
    init: (id, type, trigger) => seen.push(`${type} ${id} ${trigger}`),
    before: (id) => seen.push(`before ${id}`),
    destroy: (id) => seen.push(`destroy ${id}`),
}).enable();
const storage = new hooks.AsyncLocalStorage();
storage.run('inside', () => setTimeout(async () => {
    await null;
    seen.push(storage.getStore());
    setImmediate(() => {
        hook.disable();
        console.log(seen.join('\n'));
    });
}, 10));
const cleared = setTimeout(() => {}, 3000);
clearTimeout(cleared);
require('fs').stat('/', () => {});
