// A program with a main function.
const { readFile } = require('node:fs/promises');

async function main(args) {
  if (args.length !== 1) throw new Error('usage: count FILE');
  const text = await readFile(args[0], 'utf8');
  console.log(text.split('\n').length);
}

main(process.argv.slice(2)).catch(error => {
  console.error(error.message);
  process.exitCode = 1;
});
