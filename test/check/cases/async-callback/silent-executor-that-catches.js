// An async executor whose every await stands in a try that rejects: nothing is lost.
const load = require('./load');

exports.init = name => new Promise(async (resolve, reject) => {
  const started = Date.now();
  try {
    const module = await load(name);
    resolve({ module, took: Date.now() - started });
  } catch (error) {
    reject(error);
  }
});
