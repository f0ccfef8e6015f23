// 'data' comes before 'end': that is what streams promise.
const fs = require('fs');

let text = '';
const stream = fs.createReadStream('notes.txt');
stream.on('data', chunk => {
  text += chunk;
});
stream.on('end', () => console.log(text));
stream.on('error', error => console.error(error, text));
