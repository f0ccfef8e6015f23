// rules: unreachable-reaction
// any needs one that fulfils; the only other input never settles.
async function pick() {
  const mirror = new Promise(resolve => {
    console.log('asking the mirror');
  });
  const chosen = await Promise.any([mirror]); // expect: unreachable-reaction
  console.log(chosen);
}

pick().catch(console.error);
