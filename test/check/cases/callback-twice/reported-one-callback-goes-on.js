// One of the callbacks does not end the program.
const fs = require('fs');
function read(file, cb) {
  fs.stat(file, err => {
    if (err) cb(err); // expect: callback-twice
    fs.readFile(file, cb);
  });
}
function show(err, text) {
  if (err) process.exit(1);
  console.log(text);
}
read(process.argv[2], show);
read(process.argv[3], (err, text) => console.log(err || text));
