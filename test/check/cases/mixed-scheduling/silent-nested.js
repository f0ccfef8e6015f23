// The second is scheduled by the first.
const steps = [];

setImmediate(() => {
  steps.push('a');
  process.nextTick(() => {
    steps.push('b');
    console.log(steps.join());
  });
});
