// Nobody else calls it, and the second call waits for the first.
let visits = 0;
const pause = () => new Promise(resolve => setTimeout(resolve, 1));

async function visit() {
  const before = visits;
  await pause();
  visits = before + 1;
}

async function main() {
  await visit();
  await visit();
  console.log(visits);
}
main();
