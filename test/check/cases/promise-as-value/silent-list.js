// rules: promise-as-value
async function load(x) {
  await null;
  return x;
}
exports.all = async list => {
  const loads = list.map(load);
  if (loads.length) console.log(`${loads.length} to load`);
  return (await Promise.all(loads)).length;
};
