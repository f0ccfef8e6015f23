// If resolve's argument throws, resolve was not called.
exports.parse = function parse(text, done) {
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      try {
        resolve(JSON.parse(text));
      } catch (error) {
        reject(error);
      }
    });
  });
};
