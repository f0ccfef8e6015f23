// rules: promise-as-value
const fs = require('fs').promises;
exports.missing = async file => {
  if (!fs.stat(file)) return true; // expect: promise-as-value
  return false;
};
