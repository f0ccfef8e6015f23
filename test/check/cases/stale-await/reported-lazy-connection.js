let connection = null;
exports.query = async (pool, text) => {
  if (!connection) {
    connection = await pool.connect(); // expect: stale-await warning @3
  }
  return connection.query(text);
};
