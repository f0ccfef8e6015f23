// rules: recursive-microtask
// The answer that would end the loop never gets its turn.
let ready = false;
require('fs').readFile(__filename, () => {
  ready = true;
});

async function untilReady() {
  while (!ready) {
    await null; // expect: recursive-microtask
  }
  console.log('ready');
}

untilReady();
