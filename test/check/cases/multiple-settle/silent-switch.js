// Every case ends.
exports.colour = function colour(level) {
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      switch (level) {
        case 'high':
          resolve('red');
          break;
        case 'low':
          resolve('green');
          break;
        default:
          reject(new Error(level));
      }
    });
  });
};
