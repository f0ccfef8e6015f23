// before: 2
// after: 2
async function save(x) {
  if (!x) throw new Error('nothing to save');
}
exports.onClick = x => {
  save(x);
};
exports.fan = async list => {
  list.forEach(async x => { await save(x); });
};
console.log(2);
