// rules: stale-await
// The left side is read before the await on the right side.
const { price } = require('./catalogue');

let total = 0;

exports.add = async function add(item) {
  total += await price(item); // expect: stale-await
};

exports.reset = function reset() {
  total = 0;
};
