// rules: recursive-microtask
let ready = false;
setTimeout(() => {
  ready = true;
}, 20);

async function untilReady() {
  while (!ready) {
    await null;
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}

untilReady();
