// What comes behind a helper that may throw is looked at.
const fs = require('fs').promises;
function known(input) {
  if (typeof input === 'string') return input;
  throw new Error('unknown input');
}
exports.touch = input => {
  known(input);
  fs.writeFile(input, '').then(() => console.log('done')); // expect: missing-catch
};
