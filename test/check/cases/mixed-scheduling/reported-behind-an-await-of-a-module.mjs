// What goes on behind an await is a promise job, whatever it waited for.
import { setTimeout as sleep } from 'node:timers/promises';

await sleep(5);
process.nextTick(() => console.log('tick'));
queueMicrotask(() => console.log('microtask')); // expect: mixed-scheduling
