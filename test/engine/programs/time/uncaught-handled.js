'use strict';
// uncaughtException and unhandledRejection handlers see what they should; exit hooks run.
const fs = require('fs');

const seen = [];
process.on('uncaughtException', error => seen.push(error.message));
process.on('unhandledRejection', error => seen.push(error.message));
process.on('exit', () => {
  if (seen.sort().join() === 'rejected,thrown') console.log('ok');
  else process.exitCode = 1;
});
fs.stat(__filename, () => {
  throw new Error('thrown');
});
setTimeout(() => Promise.reject(new Error('rejected')), 300);
