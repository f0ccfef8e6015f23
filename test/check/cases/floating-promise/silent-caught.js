// Not awaited, but its failure is handled.
async function save(record) {
  if (!record.id) throw new Error('no id');
  return record;
}

exports.handler = function handler(record) {
  save(record).catch(error => console.error(error.message));
  return 'started';
};
