// rules: check-then-act
const fs = require('fs');
exports.ensure = async dir => {
  await null;
  if (!fs.existsSync(dir)) fs.mkdirSync(dir);
};
