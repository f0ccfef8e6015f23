// rules: stale-await, unexpected-order
// Two calls of one function race; no reader comes before its writer.
let visits = 0;
const pause = () => new Promise(resolve => setTimeout(resolve, 1));

async function visit() {
  const before = visits;
  await pause();
  visits = before + 1; // expect: stale-await
}
visit();
visit();
