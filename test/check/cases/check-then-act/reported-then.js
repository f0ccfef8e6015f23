// rules: check-then-act
const fs = require('fs').promises;
exports.ensure = dir => fs.stat(dir).catch(() => fs.mkdir(dir)); // expect: check-then-act
