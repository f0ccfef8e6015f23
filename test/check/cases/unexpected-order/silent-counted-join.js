// rules: unexpected-order
// Whoever comes last reads both: the counter orders them.
const fs = require('fs');
let count = 0, first, second;
fs.readFile('a', (error, text) => { first = text; if (++count === 2) finish(); });
fs.readFile('b', (error, text) => { second = text; if (++count === 2) finish(); });
function finish() {
  console.log(first.length + second.length);
}

exports.both = done => {
  let left = 2;
  const found = {};
  const finished = () => {
    left--;
    if (left > 0) return;
    done(found.a.length + found.b.length);
  };
  fs.readFile('a', (error, text) => { found.a = text; finished(); });
  fs.readFile('b', (error, text) => { found.b = text; finished(); });
};
