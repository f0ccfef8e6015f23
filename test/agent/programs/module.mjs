// An ES module, with imports, top-level await and a dynamic import.
import { setTimeout as later } from 'node:timers/promises';
import timers from 'node:timers';
import fs from 'node:fs';
console.log(await later(20, 'value'), timers.setTimeout === setTimeout, typeof require, typeof fs.stat);
console.log((await import('./plain.cjs')).default, Object.keys(process.env).includes('NODE_OPTIONS'), process.mainModule, process.execArgv);
await Promise.all([later(5, 1, { ref: false }), later(6, 2)]);
for await (const tick of timers.promises.setInterval(1, 'tick')) { console.log(tick); break; }
