// rules: promise-as-value
let pending;
async function load() {
  await null;
  return 1;
}
exports.get = () => {
  if (!pending) pending = load();
  return pending;
};
