// rules: multiple-settle
// Where an error came there are no matches: this throws in the callback.
exports.find = (glob, pattern) =>
  new Promise((resolve, reject) => {
    glob(pattern, (error, matches) => {
      if (error) reject(error);
      if (matches.length === 0) {
        reject(new Error('none')); // expect: multiple-settle warning
      } else {
        resolve(matches[0]);
      }
    });
  });
