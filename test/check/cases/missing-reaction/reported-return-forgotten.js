// rules: missing-reaction
// Without `return` the cached value goes nowhere.
const cache = new Map();

exports.lookup = function lookup(key, load) {
  if (cache.has(key)) {
    Promise.resolve(cache.get(key)); // expect: missing-reaction
  }
  return load(key);
};
