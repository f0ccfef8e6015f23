// Each call has variables of its own.
'use strict';
const fs = require('fs');
function look(ask) {
  let state = 'new';
  ask(() => {
    state = 'known';
    setImmediate(() => console.log(state));
  });
}
look((done) => fs.stat(__filename, done));
look((done) => fs.readdir('.', done));
