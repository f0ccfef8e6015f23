// A cache: each call looks, and loads what is not there.
const cache = new Map();
const lists = {};
const load = id => new Promise(resolve => setTimeout(() => resolve({ id, name: 'user ' + id }), 10));

function user(id) {
  const known = cache.get(id);
  if (known) return Promise.resolve(known.name);
  return load(id).then(loaded => {
    cache.set(id, loaded);
    return loaded.name;
  });
}

function named(id) {
  return cache.has(id) ? cache.get(id).name : cache.get(id)?.name ?? 'nobody';
}

user(1).then(name => console.log(name), console.error);
user(1).then(name => console.log(name), console.error);
console.log(named(1), (cache.get(1) || { name: 'none' }).name, Object.keys(lists).length);
