'use strict';
// Commutative ordering (the anti-pattern of Node.fz, figure 4): the sum is taken when the read that
// was launched last completes. It reads most, so that by nature it is last.
// fails: fz delay pct
const fs = require('fs');
const path = require('path');
const { main, scratch } = require('./rig');

main(async () => {
  const folder = scratch();
  const sizes = [10, 10, 10, 3000000];
  sizes.forEach((size, i) => fs.writeFileSync(path.join(folder, `${i}`), Buffer.alloc(size)));
  let total = 0;
  const sum = await new Promise((resolve, reject) =>
    sizes.forEach((_, i) =>
      fs.readFile(path.join(folder, `${i}`), (error, data) => {
        if (error) return reject(error);
        total += data.length;
        if (i === sizes.length - 1) resolve(total);
      }),
    ),
  );
  if (sum !== 3000030) throw new Error(`read ${sum} bytes`);
});
