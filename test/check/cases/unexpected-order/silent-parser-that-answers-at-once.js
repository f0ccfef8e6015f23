// Whoever emits may do it inside write().
const { Parser } = require('some-parser');

let row;
const parser = new Parser();
parser.on('data', found => {
  row = found;
});
parser.write('a,b');
console.log(row.length);
