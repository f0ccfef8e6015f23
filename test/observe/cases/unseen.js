const state = { n: 0 };
setTimeout(() => { eval('state.n = 1'); new Function('s', 's.n = 2')(state); }, 2);
setTimeout(() => { require('vm').runInThisContext('1'); console.log(state.n); }, 4);
// expect: some(every('UNSEEN', { what: /eval/, line: 2 })) && some(every('UNSEEN', { what: 'vm' }))
