// The text is empty here: 'data' comes in later macrotasks.
const fs = require('fs');

let text = '';
const stream = fs.createReadStream('notes.txt');
stream.on('data', chunk => {
  text += chunk;
});
console.log(text); // expect: unexpected-order
