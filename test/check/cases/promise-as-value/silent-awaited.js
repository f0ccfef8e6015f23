// rules: promise-as-value
async function isAllowed(user) {
  await null;
  return user === 'root';
}
exports.enter = async user => {
  if (await isAllowed(user)) return `welcome ${await isAllowed(user)}`;
  return 'no';
};
