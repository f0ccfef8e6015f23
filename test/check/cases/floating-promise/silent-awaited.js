// Awaited, and the caller of handler gets the rejection.
async function save(record) {
  if (!record.id) throw new Error('no id');
  return record;
}

exports.handler = async function handler(record) {
  await save(record);
  return 'saved';
};
