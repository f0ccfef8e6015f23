// rules: promise-as-value
async function isAllowed(user) {
  await null;
  return user === 'root';
}
exports.enter = async user => {
  if (isAllowed(user)) return 'welcome'; // expect: promise-as-value
  return 'no';
};
