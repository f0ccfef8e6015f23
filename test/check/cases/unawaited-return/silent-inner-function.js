// rules: unawaited-return
const fs = require('fs').promises;
exports.load = async files => {
  try {
    return await Promise.all(files.map(file => {
      return fs.readFile(file);
    }));
  } catch (error) {
    return [];
  }
};
