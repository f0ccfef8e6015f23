// The only callback that the function is ever given ends the program on an error.
const fs = require('fs');
function read(file, cb) {
  fs.stat(file, err => {
    if (err) cb(err);
    fs.readFile(file, cb);
  });
}
function show(err, text) {
  if (err) process.exit(1);
  console.log(text);
}
read(process.argv[2], show);
