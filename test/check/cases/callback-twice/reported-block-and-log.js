// rules: callback-twice
const fs = require('fs');
exports.load = function (file, callback) {
  fs.readFile(file, 'utf8', function (err, text) {
    if (err) {
      console.error(err);
      callback(err); // expect: callback-twice @9
    }
    return callback(null, text.trim());
  });
};
