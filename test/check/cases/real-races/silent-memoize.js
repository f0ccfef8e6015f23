const fs = require('fs');
const memo = {};
exports.load = async name => {
  if (!memo[name]) memo[name] = fs.promises.readFile(name, 'utf8');
  return await memo[name];
};
