// Inputs that may reject do not keep what follows Promise.all from running.
const { readFile } = require('fs/promises');

async function main(names) {
  const texts = await Promise.all(names.map(async name => readFile(name, 'utf8')));
  Promise.reject(new Error('total ' + texts.length)).then(() => console.log('never')); // expect: missing-catch
}
main(['a', 'b']).catch(console.error);
