// rules: dead-promise
// The only call of open stands behind the await that waits for it.
async function run() {
  const gate = {};
  const opened = new Promise(resolve => { // expect: dead-promise
    gate.open = resolve;
  });
  await opened;
  gate.open();
}

run().catch(console.error);
