const state = {}, wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
wait(3).then(() => { state.a = 1; });
(async () => { await null; state.b = 1; await wait(4); state.c = 1; })();
Promise.all([wait(2), wait(6), 5]).then(() => { state.d = 1; });
Promise.race([wait(2), wait(6)]).then(() => { state.e = 1; });
(async () => { await { then(done) { state.f = 1; done(); } }; state.g = 1; })();
new Promise((resolve) => resolve(wait(8))).then(() => { state.h = 1; });
(async () => { for await (const x of [wait(3)]) state.i = 1; })();
setTimeout(() => console.log(Object.keys(state).sort().join(''), Promise.all.name, String(Promise.all)), 30);
// expect: askedAt(on(2, 'a'), 2, 'THEN') && some(every('SETTLE', { promise: every('THEN', { event: on(2, 'a')[0].now })[0].promise }))
// expect: inDifferentEvents(on(3, 'b'), on(3, 'c')) && askedAt(on(3, 'b'), 3, 'THEN') && askedAt(on(3, 'c'), undefined, 'THEN')
// expect: every('COMBINE').length === 2 && every('COMBINE')[0].count === 2 && every('COMBINE')[0].kind === 0 && every('COMBINE')[1].kind === 3
// expect: every('THEN', { event: on(4, 'd')[0].now })[0].promise === every('COMBINE')[0].promise
// expect: inDifferentEvents(on(6, 'f'), on(6, 'g')) && askedAt(on(6, 'f'), undefined, 'JOB')
// expect: before(every('SETTLE', { promise: every('THEN', { event: on(7, 'h')[0].now })[0].promise }), on(7, 'h'))
// expect: some(on(8, 'i')) && every('START').every((one) => [...every('REGISTER', { event: one.event }), ...every('THEN', { event: one.event })].length === 1)
