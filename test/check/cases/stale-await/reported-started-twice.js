// rules: stale-await, unexpected-order
// Nothing is exported, but main() starts it twice at once.
let visits = 0;
const pause = () => new Promise(resolve => setTimeout(resolve, 1));

async function visit() {
  const before = visits;
  await pause();
  visits = before + 1; // expect: stale-await
}

async function main() {
  await Promise.all([visit(), visit()]);
  console.log(visits);
}
main();
