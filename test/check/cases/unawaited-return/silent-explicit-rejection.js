// rules: unawaited-return
exports.load = async (map, name) => {
  try {
    await null;
    if (!map[name]) return Promise.reject(new Error('no such name'));
    return Promise.resolve(map[name]);
  } catch (error) {
    return null;
  }
};
