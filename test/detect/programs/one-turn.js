// What happens in one turn of the loop, and in the main script, races with nobody.
'use strict';
let count = 0;
setImmediate(() => {
  process.nextTick(() => {
    count = 1;
  });
  Promise.resolve().then(() => {
    if (count !== 1) throw new Error(String(count));
  });
});
