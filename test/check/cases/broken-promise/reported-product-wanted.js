// rules: broken-promise
// Both branches have a catch, but the second reads what only the first one makes.
const fs = require('fs/promises');
exports.port = path => {
  const text = fs.readFile(path, 'utf8');
  text.then(t => JSON.parse(t)).catch(() => ({}));
  return text.then(config => config.port ?? 80); // expect: broken-promise warning @6
};
function find(id) {
  return new Promise((resolve, reject) => {
    setImmediate(() => (id ? resolve({ name: 'Ann', born: 1980 }) : reject(new Error('none'))));
  });
}
exports.show = (id, res) => {
  const lookup = find(id);
  lookup.then(user => {
    return { title: user.name.toUpperCase(), age: 2024 - user.born };
  }).catch(() => {});
  lookup.then(view => { // expect: broken-promise warning @16
    res.send(view.title + ' is ' + view.age);
  }).catch(err => res.send(err.message));
};
