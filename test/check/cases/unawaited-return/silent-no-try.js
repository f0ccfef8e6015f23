// rules: unawaited-return
const fs = require('fs').promises;
exports.load = async file => {
  return fs.readFile(file);
};
exports.after = async file => {
  try {
    await fs.access(file);
  } catch (error) {
    return null;
  }
  return fs.readFile(file);
};
