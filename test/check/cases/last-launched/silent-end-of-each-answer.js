// Counted in a callback of the callback; and what happens at once inside of one.
const https = require('https');

exports.all = function (urls, callback) {
  const bodies = [];
  let open = urls.length;
  urls.forEach((url, i) => {
    https.get(url, res => {
      res.on('data', d => {
        if (i === urls.length - 1) process.stdout.write(d);
      });
      res.on('end', () => {
        bodies[i] = 1;
        if (--open === 0) callback(null, bodies);
      });
    });
  });
};
