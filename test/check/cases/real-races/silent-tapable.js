exports.callAsync = (tap, value, callback) => {
  tap(value, (error, result) => {
    if (error) return callback(error);
    callback(null, result);
  });
};
