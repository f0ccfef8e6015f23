// What somebody types is no mistake in the program. (Where the file is not named, a command's last statement is let pass.)
const fs = require('fs');
async function main() {
  const name = process.argv[2];
  if (!name) throw new Error('usage: copy FILE');
  console.log(name);
}
async function configure() {
  if (!fs.existsSync('app.json')) throw new Error('no configuration');
}

configure(); // expect: floating-promise
main(); // expect: floating-promise
