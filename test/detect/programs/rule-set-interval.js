// An interval's turns follow each other.
'use strict';
let turns = 0;
let last = 'none';
const timer = setInterval(() => {
  console.log(last);
  last = 'some';
  if (++turns === 3) clearInterval(timer);
}, 5);
