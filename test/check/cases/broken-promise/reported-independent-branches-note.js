// rules: broken-promise
// Both branches only look at the value and both are handled: probably meant, so only a note.
const { readFile } = require('node:fs/promises');

const page = readFile('index.html', 'utf8');
page.then(text => console.log('length', text.length)).catch(console.error);
page.then(text => console.log('lines', text.split('\n').length)).catch(console.error); // expect: broken-promise note
