// rules: unreachable-reaction
// One input is rejected, the other never settles: nothing is left that could win.
const never = new Promise(() => {});
const failed = Promise.reject(new Error('no'));
Promise.any([failed, never])
  .then(value => console.log(value)) // expect: unreachable-reaction
  .catch(error => console.error(error.errors));
