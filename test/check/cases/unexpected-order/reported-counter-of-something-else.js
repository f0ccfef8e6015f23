// rules: unexpected-order
// The reader's condition is on a counter that the writer does not touch.
const fs = require('fs');
let reads = 0, first;
fs.readFile('a', (error, text) => { first = text; });
fs.readFile('b', (error, text) => {
  if (++reads === 1) console.log(first.length + text.length); // expect: unexpected-order
});
