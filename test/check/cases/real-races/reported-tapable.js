// After an issue of tapable: a plugin throws behind its answer, and the answer is given a second time with the error.
exports.callAsync = (tap, value, callback) => {
  tap(value, (error, result) => {
    if (error) callback(error); // expect: callback-twice
    callback(null, result);
  });
};
