// The old double interface.
const { lookup } = require('./lookup');

exports.find = function find(name, callback) {
  const promise = lookup(name);
  if (typeof callback !== 'function') return promise;
  promise.then(
    result => process.nextTick(callback, null, result),
    error => process.nextTick(callback, error)
  );
};
