exports.run = work =>
  // eslint-disable-next-line no-async-promise-executor
  new Promise(async resolve => {
    resolve(await work());
  });
