// The first await stands before the try: what it throws is lost.
const load = require('./load');

exports.init = name => new Promise(async (resolve, reject) => { // expect: async-callback
  const path = await load.resolve(name);
  try {
    resolve(await load(path));
  } catch (error) {
    reject(error);
  }
});
