// A var of a loop is one for all turns.
// race: X X commutative-ordering no-difference
'use strict';
const fs = require('fs');
setImmediate(() => {
  for (var i = 0; i < 2; i++) {
    var name = 'none';
    (i ? fs.readdir : fs.stat)(i ? '.' : __filename, () => {
      name = name + 'x'; // X
    });
  }
});
