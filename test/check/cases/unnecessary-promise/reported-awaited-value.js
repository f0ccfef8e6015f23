// rules: unnecessary-promise
module.exports = async function load(name) {
  const text = await new Promise(resolve => resolve(name.trim())); // expect: unnecessary-promise
  return text + '!';
};
