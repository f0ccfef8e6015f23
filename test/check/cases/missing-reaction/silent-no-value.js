// Resolved without a value: done for its effect.
const done = [];

new Promise(resolve => {
  done.push('started');
  resolve();
});
