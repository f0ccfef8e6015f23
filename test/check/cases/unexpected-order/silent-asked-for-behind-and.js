// rules: unexpected-order
// The right side of && is a question too.
let failure;
Promise.reject(new Error('no')).catch(error => {
  failure = error;
});
exports.isFailed = event => {
  if (event === 'error' && failure) return true;
  return false;
};
if (exports.isFailed('error')) console.log('failed');
