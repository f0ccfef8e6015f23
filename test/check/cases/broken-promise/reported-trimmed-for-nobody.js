// rules: broken-promise
const { readFile } = require('node:fs/promises');
const content = readFile('notes.txt', 'utf8');
content.then(text => text.trim());
content.then(text => console.log(text.length)).catch(console.error); // expect: broken-promise warning
