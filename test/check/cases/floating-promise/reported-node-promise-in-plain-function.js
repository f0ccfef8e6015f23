// The function names nothing asynchronous but what it calls.
const fs = require('node:fs/promises');

exports.clean = name => {
  fs.unlink(name); // expect: floating-promise
  console.log('gone');
};
