// The helper returns on one way and throws on the other: the promise is returned where it does not.
function known(input) {
  if (typeof input === 'string') return input;
  throw new Error('unknown input');
}
exports.diagnose = (input, cb) => {
  let p = null;
  if (typeof cb === 'function') input.on('end', cb);
  else p = new Promise((resolve, reject) => input.on('end', () => resolve('x')).on('error', reject));
  known(input);
  return p;
};
