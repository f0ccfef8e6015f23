// rules: floating-promise
// Only a mistake in this very file can make it fail.
function assertUsage(condition) {
  if (condition) return;
  const bug = new Error('this is our own bug');
  throw bug;
}
let counter = 0;
async function render(place) {
  const n = ++counter;
  assertUsage(n >= 1);
  await null;
  place.textContent = 'done ' + n;
}
exports.start = function (place) {
  render(place);
  return counter;
};
