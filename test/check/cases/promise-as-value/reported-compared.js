// rules: promise-as-value
async function count() {
  await null;
  return 0;
}
exports.isEmpty = async () => {
  const n = count();
  return n === 0; // expect: promise-as-value
};
