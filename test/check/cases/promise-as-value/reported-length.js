// rules: promise-as-value
const fs = require('fs').promises;
exports.count = async folder => {
  const files = fs.readdir(folder);
  return files.length; // expect: promise-as-value
};
