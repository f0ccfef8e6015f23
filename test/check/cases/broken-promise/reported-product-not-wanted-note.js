// rules: broken-promise
// The second branch reads the text itself, or what both have: perhaps the first only looks whether it can be parsed.
const fs = require('fs/promises');
exports.size = path => {
  const text = fs.readFile(path, 'utf8');
  text.then(t => JSON.parse(t)).catch(() => ({}));
  return text.then(t => t.length); // expect: broken-promise note
};
function find(id) {
  return new Promise((resolve, reject) => {
    setImmediate(() => (id ? resolve({ name: 'Ann' }) : reject(new Error('none'))));
  });
}
exports.show = (id, res) => {
  const lookup = find(id);
  lookup.then(user => ({ name: user.name.trim() })).catch(() => {});
  lookup.then(user => res.send(user.name)).catch(err => res.send(err.message)); // expect: broken-promise note
};
