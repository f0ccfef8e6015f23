// rules: check-then-act
const fs = require('fs').promises;
exports.load = async file => {
  const info = await fs.stat(file);
  return info.isFile() ? fs.readFile(file) : null;
};
