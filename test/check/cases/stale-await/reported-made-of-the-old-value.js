let messages = [], high = 0, list = [];

exports.add = async (text, translate) => {
  messages = messages.concat(await translate(text)); // expect: stale-await
};
exports.submit = async (player, verify) => {
  high = Math.max(high, await verify(player)); // expect: stale-await
};
exports.push = async load => {
  list = [...list, await load()]; // expect: stale-await
};
