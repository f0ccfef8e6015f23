// The return in front was forgotten.
exports.load = name => {
  if (!name) Promise.reject(new Error('no name')); // expect: missing-catch
  return Promise.resolve(name);
};
