// rules: unawaited-return
const fs = require('fs').promises;
exports.load = async file => {
  try {
    return await fs.readFile(file);
  } catch (error) {
    return fs.readFile(`${file}.bak`);
  }
};
