// What compilers make of async functions: a driver that steps a generator.
exports.drive = function drive(generator) {
  return new Promise((resolve, reject) => {
    const advance = value => {
      try {
        step(generator.next(value));
      } catch (error) {
        reject(error);
      }
    };
    const step = result => {
      if (result.done) resolve(result.value);
      else Promise.resolve(result.value).then(advance, reject);
    };
    step(generator.next());
  });
};
