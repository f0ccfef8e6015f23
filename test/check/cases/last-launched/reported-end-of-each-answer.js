// The decision stands in a callback of the callback.
const https = require('https');

exports.all = function (urls, callback) {
  const bodies = [];
  for (let i = 0; i < urls.length; i++) {
    https.get(urls[i], res => {
      let body = '';
      res.on('data', d => {
        body += d;
      });
      res.on('end', () => {
        bodies[i] = body;
        if (i === urls.length - 1) callback(null, bodies); // expect: last-launched warning @7
      });
    });
  }
};
