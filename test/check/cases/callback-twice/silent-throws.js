// rules: callback-twice
exports.load = (value, callback) => {
  if (!value) {
    callback(new Error('no value'));
    throw new Error('no value');
  }
  callback(null, value);
};
