// rules: promise-as-value
async function nameOf(user) {
  await null;
  return user.name;
}
exports.greet = async user => {
  console.log(`hello ${nameOf(user)}`); // expect: promise-as-value
};
