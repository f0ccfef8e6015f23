// Timers come in the order of their deadlines.
'use strict';
let state = 'new';
setImmediate(() => {
  setTimeout(() => {
    state = 'ready';
  }, 5);
  setTimeout(() => {
    if (state !== 'ready') throw new Error(state);
  }, 10);
});
