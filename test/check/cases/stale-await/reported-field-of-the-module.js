// The state is a field of an object that the whole module shares.
const state = { count: 0 };
exports.add = async load => {
  const count = state.count;
  await load();
  state.count = count + 1; // expect: stale-await
};
exports.reset = () => { state.count = 0; };
