// rules: floating-promise
// A listener that starts work and forgets it.
const { readFile, writeFile } = require('node:fs/promises');

async function rotate(path) {
  const text = await readFile(path, 'utf8');
  await writeFile(`${path}.1`, text);
}

process.on('SIGUSR2', () => {
  rotate('app.log'); // expect: floating-promise
});
