'use strict';
// Commutative ordering (the anti-pattern of Node.fz, figure 4): the sum is taken when the lookup that
// was launched last completes. It takes more steps than the others, so that by nature it is last.
// fails: late delay pct
// guilty: 19
const fs = require('fs');
const { main } = require('./rig');

main(async () => {
  const { size } = fs.statSync(__filename);
  let total = 0;
  const sum = await new Promise((resolve, reject) => {
    const add = isLast => (error, found) => {
      if (error) return reject(error);
      total += isLast ? found.length : found.size;
      if (isLast) resolve(total);
    };
    for (let i = 0; i < 3; i++) fs.stat(__filename, add(false));
    fs.readFile(__filename, add(true));
  });
  if (sum !== 4 * size) throw new Error(`${sum} bytes instead of ${4 * size}`);
});
