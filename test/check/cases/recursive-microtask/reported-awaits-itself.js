// rules: recursive-microtask
async function loop() {
  await null;
  await loop(); // expect: recursive-microtask
}
loop().catch(console.error);
