// rules: async-callback
// Whatever fails is handled by the chain that is awaited.
module.exports = function run(limiter, timeout) {
  return new Promise(async (resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timed out')), timeout);
    await limiter.consume().then(resolve).catch(error => {
      clearTimeout(timer);
      reject(error);
    });
    await limiter.close().then(() => clearTimeout(timer), () => {});
  });
};
