// The promise before it is settled either way; what follows is reached when it is fulfilled.
const fs = require('fs');

function stat(path) {
  return new Promise((resolve, reject) => {
    fs.stat(path, (error, found) => (error ? reject(error) : resolve(found)));
  });
}

function approve(found) {
  return new Promise((resolve, reject) => { // expect: dead-promise
    console.log('approve', found.size);
  });
}

async function main() {
  await approve(await stat('package.json'));
  console.log('approved');
}
main().catch(console.error);
