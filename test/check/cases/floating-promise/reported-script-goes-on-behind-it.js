// Something comes behind: it runs before the preparation is done, or although it failed.
const fs = require('fs');

async function prepare() {
  if (!process.argv[2]) throw new Error('usage: copy FILE');
  await fs.promises.mkdir('out');
}

prepare(); // expect: floating-promise
fs.writeFileSync('out/copy', 'text');
