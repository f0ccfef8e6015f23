// rules: shared-temp-file
const fs = require('fs').promises;
exports.move = async (temporary, file, data) => {
  await fs.writeFile(temporary, data);
  await fs.rename(temporary, file);
};
