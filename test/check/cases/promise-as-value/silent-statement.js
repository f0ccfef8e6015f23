// rules: promise-as-value
async function save() {
  await null;
}
exports.close = async dirty => {
  if (dirty) await save();
  await (dirty && save());
};
