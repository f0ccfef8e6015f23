// rules: missing-return
// The inner promise is started and dropped: the next reaction gets undefined, and too early.
const { readFile } = require('node:fs/promises');

readFile('index.txt', 'utf8')
  .then(name => { // expect: missing-return
    readFile(name.trim(), 'utf8').catch(console.error);
  })
  .then(text => console.log(text.length))
  .catch(console.error);
