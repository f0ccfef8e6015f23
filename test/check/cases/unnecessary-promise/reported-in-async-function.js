// rules: unnecessary-promise
// An async function wraps its result anyway.
exports.fullName = async function fullName(user) {
  const title = await user.title();
  return new Promise(resolve => { // expect: unnecessary-promise
    resolve(`${title} ${user.name}`);
  });
};
