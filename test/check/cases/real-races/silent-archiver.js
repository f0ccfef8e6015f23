const fs = require('fs');
exports.pack = (names, callback) => {
  const entries = [];
  let open = names.length;
  for (const name of names) {
    fs.stat(name, (error, stat) => {
      if (error) return callback(error);
      entries.push({ name, size: stat.size });
      if (--open === 0) callback(null, entries);
    });
  }
};
