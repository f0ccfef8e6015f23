// Whoever is told that it failed goes on as if it had not.
const fs = require('fs');
exports.forget = (path, callback) => {
  const complete = () => callback(null);
  fs.exists(path, found => (found ? fs.unlink(path, complete) : complete()));
};
exports.again = (path, callback) => {
  fs.stat(path, error => {
    if (error) return callback();
    fs.unlink(path, failed => callback());
  });
};
