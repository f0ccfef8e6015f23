// rules: check-then-act
const fs = require('fs').promises;
exports.ensure = async dir => {
  try {
    await fs.access(dir);
  } catch {
    await fs.mkdir(dir, { recursive: true });
  }
};
