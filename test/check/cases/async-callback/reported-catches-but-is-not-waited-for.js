// rules: async-callback
// The sum is told before any size has come.
const fs = require('fs');
let sum = 0;
process.argv.slice(2).forEach(async file => { // expect: async-callback
  try {
    sum += (await fs.promises.stat(file)).size;
  } catch (e) {
    console.error(e.message, '-', file);
  }
});
console.info('sum', sum);
