// The map has no entry yet, and nobody asks whether it has.
const cache = new Map();
const load = id => new Promise(resolve => setTimeout(() => resolve({ id, name: 'user ' + id }), 10));

for (const id of [1, 2, 3]) load(id).then(user => cache.set(id, user));

const first = cache.get(1); // expect: unexpected-order
console.log('first user is', first.name);
