// rules: unawaited-return
const fs = require('fs').promises;
exports.load = async file => {
  try {
    return fs.readFile(file); // expect: unawaited-return @6
  } catch (error) {
    return null;
  }
};
