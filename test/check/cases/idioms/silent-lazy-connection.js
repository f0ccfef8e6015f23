// The first caller connects, the others wait for the same promise; closing forgets it.
const { connect } = require('./driver');

let connection = null;

exports.get = function get() {
  if (connection === null) connection = connect();
  return connection;
};

exports.close = async function close() {
  if (connection === null) return;
  const open = connection;
  connection = null;
  const client = await open;
  await client.end();
};
