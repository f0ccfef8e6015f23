// rules: recursive-microtask
// Awaiting what is already there takes microtasks only.
let spins = 0;

async function spin() {
  spins += 1;
  await null;
  return spin(); // expect: recursive-microtask
}

spin().catch(console.error);
