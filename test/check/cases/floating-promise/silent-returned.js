// Returned, so it is the caller's.
async function save(record) {
  if (!record.id) throw new Error('no id');
  return record;
}

exports.handler = record => save(record);
exports.twice = function twice(record) {
  return save(record).then(() => save(record));
};
