// Each round may be the last one and copies the list for it: the copies once took 12 GB.
const path = require('path');

exports.searchPath = function (folder, rest) {
  const found = [];
  while (true) {
    found.push(path.join(folder, 'node_modules/.bin'));
    const parent = path.join(folder, '..');
    if (parent === folder) return found.concat(rest).join(':');
    folder = parent;
  }
};
setTimeout(() => console.log(exports.searchPath(process.cwd(), process.env.PATH)), 10);
