// Every way that rejects also returns, with an await between them.
const send = require('./send');

exports.request = (url, options) => new Promise((resolve, reject) => {
  options.attempt(async () => {
    const answer = await send(url);
    if (answer.status >= 400) {
      if (answer.status === 401) await options.refresh();
      if (options.retry(answer)) return;
      if (!options.keepErrors) return reject(new Error(answer.status));
      if (options.strict) {
        reject(new Error('strict'));
        return;
      }
    }
    resolve(answer);
  });
});
