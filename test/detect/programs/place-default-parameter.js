// A variable that only the default value of a parameter captures.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
function look(state = 'new', set = () => { state = 'known'; }, get = () => console.log(state)) { // W R
  fs.stat(__filename, set);
  fs.readdir('.', get);
}
setImmediate(() => look());
