// rules: promise-as-value
let current;
async function load() {
  await null;
  return 1;
}
exports.refresh = async () => {
  const mine = load();
  current = mine;
  await mine;
  if (current === mine) console.log('newest');
};
