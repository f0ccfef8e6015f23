// The caller decides what to do with the rejection.
exports.login = function login(token) {
  return Promise.resolve(token).then(found => {
    if (!found) throw new Error('no token');
    return found.trim();
  });
};
