// rules: async-callback
/* eslint-disable no-undef, no-async-promise-executor -- a timeout rejects */
module.exports = function run(prepare, timeout) {
  return new Promise(async (resolve, reject) => {
    /* eslint-enable no-async-promise-executor */
    const timer = setTimeout(() => reject(new Error('timed out')), timeout);
    const page = await prepare();
    clearTimeout(timer);
    resolve(page);
  });
};
/*eslint-disable no-async-promise-executor*/
module.exports.later = prepare => new Promise(async resolve => resolve(await prepare()));
