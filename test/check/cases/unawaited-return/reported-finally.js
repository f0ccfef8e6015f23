// rules: unawaited-return
async function query(connection) {
  await new Promise(resolve => setTimeout(resolve, 10));
  return connection.rows;
}
exports.rows = async pool => {
  const connection = pool.take();
  try {
    return query(connection); // expect: unawaited-return
  } finally {
    connection.close();
  }
};
