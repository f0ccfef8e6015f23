// rules: shared-temp-file
const fs = require('fs').promises;
let saving = false;
exports.save = async (file, data) => {
  if (saving) return;
  saving = true;
  await fs.writeFile(file + '.tmp', data);
  await fs.rename(file + '.tmp', file);
  saving = false;
};
