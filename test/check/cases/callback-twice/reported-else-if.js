// rules: callback-twice
exports.check = function (item, callback) {
  setImmediate(() => {
    if (!item) {
      callback(new Error('none')); // expect: callback-twice
    } else if (item.old) {
      item.old = false;
    }
    callback(null, item);
  });
};
