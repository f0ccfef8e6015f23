// rules: shared-temp-file
// Nothing shows a second caller: whoever calls may wait each time.
const fs = require('fs').promises;
const path = require('path');
exports.update = async ({ root, text }) => {
  const file = path.join(root, 'settings');
  const temporary = `${file}.tmp`;
  await fs.writeFile(temporary, text); // expect: shared-temp-file note
  await fs.rename(temporary, file);
};
exports.first = async text => {
  process.on('SIGINT', () => exports.update({ root: '.', text }));
};
