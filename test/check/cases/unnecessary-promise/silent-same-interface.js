// Not an async function: the caller expects a promise on every path.
const cache = new Map();

exports.get = function get(key, load) {
  if (cache.has(key)) {
    return Promise.resolve(cache.get(key));
  }
  return load(key).then(value => {
    cache.set(key, value);
    return value;
  });
};
