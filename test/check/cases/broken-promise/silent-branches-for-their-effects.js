// rules: broken-promise
// Functions that do something, or whose value the branch itself goes on with.
let last;
function remember(user) {
  last = { ...user };
  return last;
}
function paint(user) {
  document.title = user.name;
  return `<b>${user.name}</b>`;
}
async function store(user) {
  return { ...user, stored: await fetch('/store') };
}
const shape = user => ({ id: user.id });

exports.show = function (load, out) {
  const lookup = load();
  lookup.then(user => remember(user));
  lookup.then(user => paint(user));
  lookup.then(user => store(user));
  lookup.then(user => out(user));
  lookup.then(user => ({ cached: out(user) }));
  lookup.then(user => shape(user)).then(out);
  lookup.then(user => user.name).then(out);
  lookup.then(user => out(user.id));
};
exports.last = () => last;
