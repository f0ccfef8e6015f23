// rules: check-then-act
// Nothing shows that two remove it: whoever names the path removes it once.
const fs = require('fs').promises;
exports.drop = async file => {
  const info = await fs.stat(file);
  if (info.size > 100) await fs.unlink(file); // expect: check-then-act note
};
