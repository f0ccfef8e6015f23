let messages = [], high = 0, list = [], cached;

exports.add = async (text, translate) => {
  const translated = await translate(text);
  messages = messages.concat(translated);
};
exports.submit = async (player, verify) => {
  high = Math.max(await verify(player), high);
};
exports.push = async load => {
  list = [await load(), ...list];
};
exports.get = async load => {
  cached = cached || await load();
  cached ??= await load();
  return cached;
};
