// rules: shared-temp-file
const fs = require('fs').promises;
const file = 'state.json';
async function write(state) {
  await fs.writeFile(file + '.tmp', state); // expect: shared-temp-file warning
  await fs.rename(file + '.tmp', file);
}
exports.set = state => {
  write(state);
};
