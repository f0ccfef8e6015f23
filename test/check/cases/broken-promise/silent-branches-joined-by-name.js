// rules: broken-promise
// Both branches have names, and both are waited for.
async function parts(request) {
  const url = request.url().then(text => new URL(text));
  const host = url.then(u => u.host);
  const path = url.then(u => u.pathname);
  return Promise.all([host, path]);
}
module.exports = parts;
