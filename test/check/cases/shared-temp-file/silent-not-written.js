// rules: shared-temp-file
const fs = require('fs').promises;
exports.finish = async file => {
  await fs.rename(file + '.tmp', file);
};
