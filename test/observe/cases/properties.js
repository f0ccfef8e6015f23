'use strict';
const state = { n: 0, gone: 1, deep: { list: [1, 2] } }, other = { n: 0 };
setTimeout(() => { state.n = 1; }, 2);
setTimeout(() => { if (state.n) state.n += 2; }, 4);
setTimeout(() => { state.fresh = 'x'; other.n++; }, 6);
setTimeout(() => { delete state.gone; 'n' in state; for (const key in state); }, 8);
setTimeout(() => { const { n, ...rest } = state; state['n'] = n + Object.keys(rest).length; }, 10);
setTimeout(() => { Object.assign(state, { a: 1 }); JSON.stringify(state); }, 12);
setTimeout(() => { Object.freeze(state); try { state.n = 5; } catch (error) { console.log(error.constructor === TypeError); } }, 14);
class Box { #x = 1; get() { return this.#x; } set(x) { this.#x = x; } }
const box = new Box();
setTimeout(() => box.set(2), 16);
setTimeout(() => console.log(box.get(), JSON.stringify(state), Object.getOwnPropertySymbols(state).length), 18);
setTimeout(() => { for (let i = 0; i < 500; i++) ({ n: i }).n; }, 20);
// expect: sameObject(on(3, 'n', 'WRITE'), on(4, 'n')) && inDifferentEvents(on(3, 'n'), on(4, 'n'))
// expect: on(3, 'n')[0].flags === 1 && on(3, 'n')[0].hash !== 0
// expect: on(4, 'n', 'READ')[0].flags === 2 && on(4, 'n', 'WRITE')[0].flags === 5
// expect: otherObjects(on(3, 'n'), on(5, 'n'))
// expect: one(on(5, 'fresh', 'CREATE'))
// expect: one(on(6, 'gone', 'DELETE')) && sameObject(on(6, 'gone'), on(6, 'n', 'READ'), on(6, '*', 'READ'))
// expect: sameObject(on(7, 'n', 'READ'), on(7, '**', 'READ'), on(7, 'n', 'WRITE'))
// expect: some(on(8, '**', 'WRITE')) && some(on(8, '**', 'READ'))
// expect: some(on(9, 'n', 'WRITE'))
// expect: sameObject(on(10, '#x', 'WRITE'), on(10, '#x', 'READ')) && on(10, '#x').length === 2
// expect: none(on(2))
// expect: on(14, 'n', 'READ').length === 64 && one(every('CUT', { line: 14 }))
// expect: on(3)[0].site.within === ''
