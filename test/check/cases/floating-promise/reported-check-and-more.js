// The helper checks its argument, but what it does then can fail as well.
const fs = require('fs');
function path(name) {
  if (!name) throw new TypeError('no name');
  return `/tmp/${name}`;
}
async function store(name, text) {
  await fs.promises.writeFile(path(name), text);
}
exports.save = (name, text) => {
  store(name, text); // expect: floating-promise
  return 'saved';
};
