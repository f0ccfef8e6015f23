// rules: check-then-act
const fs = require('fs').promises;
exports.drop = async file => {
  const info = await fs.stat(file);
  if (!info.size) return;
  try {
    await fs.unlink(file);
  } catch (error) {
    console.warn(error);
  }
};
