// rules: mixed-scheduling
let total = 0;

async function addLater(n) {
  await null;
  total = total * 10 + n;
}
function run() {
  addLater(1);
  process.nextTick(() => { // expect: mixed-scheduling @9
    total = total * 10 + 2;
  });
}

run();
setTimeout(() => console.log(total), 5);
