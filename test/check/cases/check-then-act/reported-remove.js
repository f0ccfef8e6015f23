// rules: check-then-act
const fs = require('fs').promises;
exports.drop = async file => {
  const info = await fs.stat(file);
  if (info.size > 100) {
    await fs.unlink(file); // expect: check-then-act @4
  }
};
