// rules: async-callback
// Whatever fails, the finally settles the new promise.
module.exports = function compile(device, pipelines) {
  return new Promise(async resolve => {
    try {
      pipelines.push(await device.create());
    } finally {
      resolve();
    }
  });
};
