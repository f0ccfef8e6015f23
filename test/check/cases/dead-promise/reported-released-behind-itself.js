// The only call of its resolve stands behind the wait for it.
async function open() {
  let release;
  const ready = new Promise(resolve => { // expect: dead-promise
    release = resolve;
  });
  await ready;
  release();
}
open();
