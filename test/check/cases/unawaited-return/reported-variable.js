// rules: unawaited-return
const fs = require('fs').promises;
exports.load = async file => {
  try {
    const reading = fs.readFile(file, 'utf8');
    return reading; // expect: unawaited-return
  } catch (error) {
    return '';
  }
};
