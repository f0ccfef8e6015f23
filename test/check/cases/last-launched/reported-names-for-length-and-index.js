// rules: last-launched
const fs = require('node:fs');

exports.total = function total(folders, done) {
  let sum = 0;
  for (let i = 0, n = folders.length; i < n; i++) {
    fs.readdir(folders[i], (error, list) => {
      sum += list.length;
      if (i !== n - 1) return; // expect: last-launched
      done(sum);
    });
  }
};

exports.load = function load(ids, done) {
  const out = [];
  let next = 0;
  for (const id of ids) {
    const mine = next++;
    fs.readFile(id, (error, text) => {
      out.push(text);
      if (mine === ids.length - 1) done(out); // expect: last-launched
    });
  }
};
