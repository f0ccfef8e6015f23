// rules: recursive-microtask
async function countDown(n) {
  if (n === 0) return;
  await null;
  await countDown(n - 1);
}
countDown(500).catch(console.error);
