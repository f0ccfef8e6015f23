// rules: multiple-settle
// The second value is ignored, whatever it is.
exports.choose = function choose(first, second) {
  return new Promise(resolve => {
    resolve(first);
    resolve(second); // expect: multiple-settle
  });
};
