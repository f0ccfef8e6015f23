// rules: unawaited-return
const fs = require('fs').promises;
exports.load = async file => {
  try {
    return fs.readFile(file);
  } catch (error) {
    throw error;
  }
};
