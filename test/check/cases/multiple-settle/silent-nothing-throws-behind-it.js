// rules: multiple-settle
// The catch hears only of unwrap(): behind reject(result) nothing is left to throw.
function unwrap(value) {
  if (!value) throw new Error('no value');
  return value.inner;
}
module.exports = function wrap(callback) {
  return args =>
    new Promise((resolve, reject) => {
      callback(args, result => {
        try {
          if (result instanceof Error) reject(result);
          else resolve(unwrap(result));
        } catch (error) {
          reject(error);
        }
      });
    });
};
