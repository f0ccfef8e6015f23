// Taking a field apart is a read too.
const state = { count: 0 };

exports.bump = async function bump(save) {
  const { count } = state;
  await save();
  state.count = count + 1; // expect: stale-await
};
