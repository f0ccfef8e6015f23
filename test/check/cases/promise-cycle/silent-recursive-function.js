// Each call makes a new promise.
const { readFile } = require('node:fs/promises');

function retry(left) {
  return readFile('lock').catch(error => {
    if (left === 0) throw error;
    return retry(left - 1);
  });
}

retry(3).then(text => console.log(text.length)).catch(console.error);
