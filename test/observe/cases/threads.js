const { Worker, isMainThread, parentPort } = require('worker_threads');
const state = {};
if (isMainThread) {
  setTimeout(() => {
    const worker = new Worker(__filename);
    worker.on('message', (text) => { state.got = text; worker.postMessage('end'); }).on('exit', (code) => console.log(state.got, code));
  }, 2);
} else {
  parentPort.once('message', (text) => { state.inner = text; });
  setTimeout(() => parentPort.postMessage('hello'), 3);
}
// expect: threads.length === 2 && some(on(6, 'got', 'CREATE'))
// expect: every('SEND', { message: /^thread 1\/1$/ }).length === 1 && every('MAIN', { message: /^thread 1\/1$/ }, thread(1)).length === 1
// expect: every('SEND', { message: /up 1$/ }, thread(1)).length === 1 && every('RECEIVE', { message: /up 1$/ }).length === 1
// expect: every('SEND', { message: /down 1$/ }).length === 1 && every('RECEIVE', { message: /down 1$/ }, thread(1)).length === 1
// expect: some(every('ACCESS', { name: 'inner' }, thread(1)))
// expect: every('SEND', { message: /^thread/ })[0].now !== 0
