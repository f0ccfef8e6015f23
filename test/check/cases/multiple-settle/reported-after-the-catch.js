// rules: multiple-settle
// The catch rejects, and then the function goes on.
exports.parse = function parse(text) {
  return new Promise((resolve, reject) => {
    let value;
    try {
      value = JSON.parse(text);
    } catch (error) {
      reject(error);
    }
    resolve(value); // expect: multiple-settle
  });
};
