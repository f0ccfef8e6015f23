// find, sort and some without an argument: a query's words, and nothing to call.
const cursor = require('./database');

module.exports = async () => {
  const all = await cursor.find().sort().toArray();
  return all.some() || all.every() || cursor.filter() || all.forEach();
};
