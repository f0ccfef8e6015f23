// After an issue of archiver: the error is told, and the entry is appended all the same and tells once more.
const fs = require('fs');
exports.append = (archive, name, callback) => {
  fs.stat(name, (error, stat) => {
    if (error) callback(error); // expect: callback-twice
    archive.queue({ name, stat }, callback);
  });
};
