// rules: async-callback
/* eslint-disable no-async-promise-executor */
exports.a = load => new Promise(async resolve => resolve(await load()));
/* eslint-enable */
exports.b = load => new Promise(async resolve => resolve(await load())); // expect: async-callback
/* eslint-disable */
exports.c = load => new Promise(async resolve => resolve(await load())); // expect: async-callback
/* eslint-disable no-undef */
exports.d = load => new Promise(async resolve => resolve(await load())); // expect: async-callback
