// rules: unnecessary-promise
// A pause until the microtasks before it are done; there is no value.
module.exports = async function settle(work) {
  work();
  await new Promise(resolve => resolve());
};
