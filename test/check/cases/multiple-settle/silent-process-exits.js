exports.start = options =>
  new Promise((resolve, reject) => {
    if (!options.port) {
      reject(new Error('no port'));
      process.exit(1);
    }
    resolve(options.port);
  });
