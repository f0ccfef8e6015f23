// rules: last-launched
// The number counts answers, not launches.
const fs = require('node:fs');

exports.load = function load(ids, done) {
  const out = [];
  let answered = 0;
  for (const id of ids) {
    fs.readFile(id, (error, text) => {
      const mine = answered++;
      out.push(text);
      if (mine === ids.length - 1) done(out);
    });
  }
};
