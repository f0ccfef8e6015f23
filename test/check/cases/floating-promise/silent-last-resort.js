// rules: floating-promise, missing-catch
// The program has said what is to happen with rejections that nobody handles.
const fs = require('node:fs/promises');
process.on('unhandledRejection', error => {
  console.log(error.stack);
  process.exit(1);
});
async function load() {
  const names = await fs.readdir('plugins');
  if (!names.length) throw new Error('no plugins');
  console.log(names);
}
load();
console.log('loading');
