// Turning a callback into a promise is what the constructor is for.
const { execFile } = require('node:child_process');

exports.version = function version(program) {
  return new Promise((resolve, reject) => {
    execFile(program, ['--version'], (error, output) => {
      if (error) reject(error);
      else resolve(output.trim());
    });
  });
};
