// Many functions wait for one promise: that is what promises are for.
const { connect } = require('./database');

const ready = connect('postgres://localhost');

exports.find = async function find(id) {
  const db = await ready;
  return db.query('select * from users where id = $1', [id]);
};

exports.remove = async function remove(id) {
  const db = await ready;
  return db.query('delete from users where id = $1', [id]);
};
