// The left side of the sum is read before the wait, as in `count += await f()`.
let count = 0;

exports.add = async f => {
  count = count + (await f()); // expect: stale-await
};
