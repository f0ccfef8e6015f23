// rules: missing-catch
// The exit code is passed on; that of a failure comes by itself.
const fs = require('node:fs/promises');
async function go() {
  const names = await fs.readdir(process.argv[2]);
  if (!names.length) throw new Error('nothing to do');
  return 0;
}
go().then(process.exit);
