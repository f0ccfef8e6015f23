// rules: promise-as-value
async function load(x) {
  await null;
  return x;
}
exports.kind = x => {
  const p = load(x);
  return typeof p === 'object' && p instanceof Promise && p != null;
};
