// rules: mixed-scheduling
// That code behind an await comes before a timer is what everybody expects.
let total = 0;

async function addSoon(n) {
  await null;
  total = total * 10 + n;
}
async function run() {
  setTimeout(() => {
    total = total * 10 + 2;
  }, 0);
  await addSoon(1);
  total++;
}

run().then(() => console.log(total), console.error);
