// rules: dead-promise
// Nobody can call resolve: it does not leave the executor and is not used in it.
async function start() {
  const ready = new Promise(resolve => { // expect: dead-promise
    console.log('preparing');
  });
  await ready;
  console.log('never printed');
}

start().catch(console.error);
