// then(a, b) is one registration: same Q, same R.
const { readFile } = require('node:fs/promises');

readFile('settings.json', 'utf8').then(
  text => console.log(text.length),
  error => console.error('no settings', error.message)
);
