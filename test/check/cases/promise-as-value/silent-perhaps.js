// rules: promise-as-value
async function load() {
  await null;
  return 1;
}
exports.get = async wanted => {
  const loading = wanted ? load() : null;
  if (loading) console.log(await loading);
};
