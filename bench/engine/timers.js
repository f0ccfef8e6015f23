'use strict';
// 10 s of timers: a hundred waits of 100 ms, one after another.
let left = 100;
const next = () => --left && setTimeout(next, 100);
setTimeout(next, 100);
