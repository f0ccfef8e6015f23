// rules: stale-await
let connection = null, settings, other;
exports.query = async (pool, text) => {
  if (!connection) connection = pool.connect();
  return (await connection).query(text);
};
exports.setting = async (read, name) => {
  if (settings === undefined) {
    settings = {};
    settings = Object.freeze(await read());
  }
  return settings[name];
};
(async () => {
  if (!other) other = await fetch('once');
})();
