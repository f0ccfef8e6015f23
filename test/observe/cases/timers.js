const state = {};
setTimeout(() => { state.a = 1; }, 5);
setImmediate(() => { state.b = 1; process.nextTick(() => { state.c = 1; }); queueMicrotask(() => { state.d = 1; }); });
const again = setInterval(() => { state.e = 1; clearInterval(again); }, 3);
const late = setTimeout(() => { state.f = 1; }, 4); late.refresh();
setTimeout(() => { late.refresh(); }, 20);
require('timers/promises').setTimeout(7).then(() => { state.g = 1; });
process.on('beforeExit', () => { state.h = 1; });
process.on('exit', () => { state.i = 1; console.log(Object.keys(state).sort().join('')); });
// expect: askedAt(on(2, 'a'), undefined, 'TIMER') && some(every('REGISTER', { kind: 'TIMER', ms: 5 }))
// expect: askedAt(on(3, 'b'), undefined, 'IMMEDIATE') && askedAt(on(3, 'c'), 3, 'TICK') && askedAt(on(3, 'd'), 3, 'JOB')
// expect: inDifferentEvents(on(3, 'b'), on(3, 'c'), on(3, 'd')) && askedAt(on(4, 'e'), undefined, 'REPEATED')
// expect: new Set(on(5, 'f').map((one) => one.now)).size === 2 && every('REGISTER', { line: 6 }).length === 1
// expect: askedAt(on(7, 'g'), 7, 'THEN') && some(every('REGISTER', { kind: 'TIMER', ms: 7 }))
// expect: every('LAST').length === 2 && inDifferentEvents(on(8, 'h'), on(9, 'i')) && every('LAST')[0].now === on(8, 'h')[0].now
// expect: every('START', { key: /timer/ }).length === 0
