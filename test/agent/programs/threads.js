'use strict';
// Worker threads: inherited options, an environment of their own, shared, options of their own.
const { Worker, isMainThread, workerData, SHARE_ENV } = require('worker_threads');
const util = require('util');
if (isMainThread) {
    const run = (options) => new Promise((resolve) => new Worker(__filename, { workerData: 1, ...options }).on('exit', resolve));
    (async () => {
        console.log(await run({}));
        console.log(await run({ env: { ...process.env, OWN: '1' } }));
        console.log(await run({ env: SHARE_ENV, argv: ['x'] }));
        console.log(await run({ execArgv: ['--trace-warnings'] }));
        const evaluated = new Worker('require("worker_threads").parentPort.postMessage([process.env.NODE_OPTIONS, Object.keys(require.cache)])', { eval: true });
        evaluated.on('message', (message) => console.log(message));
    })();
} else {
    const timer = setTimeout(() => console.log('timer', workerData), 30);
    console.log(util.inspect(timer).replace(/_idleStart: \d+/, ''), process.env.NODE_OPTIONS, process.env.OWN, process.execArgv, process.argv.slice(2), Object.keys(require.cache).length);
}
