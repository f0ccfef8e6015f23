const state = { count: 0 };

exports.bump = async function bump(save) {
  await save();
  const { count } = state;
  state.count = count + 1;
};
