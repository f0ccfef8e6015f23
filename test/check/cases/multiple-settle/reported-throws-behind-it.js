// rules: multiple-settle
// Behind reject(result) comes a call that may throw into the catch.
function unwrap(value) {
  if (!value) throw new Error('no value');
  throw value.inner;
}
module.exports = function wrap(callback) {
  return args =>
    new Promise((resolve, reject) => {
      callback(args, result => {
        try {
          if (result instanceof Error) {
            reject(result);
            unwrap(result);
          } else resolve(result);
        } catch (error) {
          reject(error); // expect: multiple-settle
        }
      });
    });
};
