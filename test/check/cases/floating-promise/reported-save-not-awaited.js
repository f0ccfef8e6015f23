// rules: floating-promise
// The error of the save is lost, and so is its end.
async function save(record) {
  if (!record.id) throw new Error('no id');
  return record;
}

exports.handler = function handler(record) {
  save(record); // expect: floating-promise
  return 'saved';
};
