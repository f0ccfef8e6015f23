// rules: async-callback
// The finally puts the device away, and nobody settles the promise when create() fails.
module.exports = function compile(device, release) {
  return new Promise(async resolve => { // expect: async-callback
    try {
      resolve(await device.create());
    } finally {
      release(device);
    }
  });
};
