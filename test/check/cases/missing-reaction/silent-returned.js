// The caller reacts.
exports.area = function area(width, height) {
  return new Promise(resolve => {
    resolve(width * height);
  });
};
