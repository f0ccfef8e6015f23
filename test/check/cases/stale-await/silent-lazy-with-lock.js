const { Mutex } = require('async-mutex');
const mutex = new Mutex();
let connection = null;
exports.query = async (pool, text) => {
  const release = await mutex.acquire();
  try {
    if (!connection) connection = await pool.connect();
  } finally {
    release();
  }
  return connection.query(text);
};
