// rules: check-then-act
const fs = require('fs');
exports.prepare = async dir => {
  if (!fs.existsSync(dir)) {
    await fs.promises.mkdir(dir); // expect: check-then-act @4
  }
};
