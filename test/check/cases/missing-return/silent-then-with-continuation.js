// rules: missing-return
// No promises: each step goes on when it calls `next`.
const { exec } = require('node:child_process');
const sequence = require('sequence').create();
function step(name) {
  return function (next) {
    exec(name, err => { if (!err) next(); });
  };
}
sequence
  .then(function (next) {
    exec('true', next);
  })
  .then(step('true'))
  .then(function () { console.log('done'); });
