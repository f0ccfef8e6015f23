// rules: mixed-scheduling
// Both touch the list; nextTick comes first although it is written last.
const steps = [];

Promise.resolve().then(() => {
  steps.push('connect');
});
process.nextTick(() => { // expect: mixed-scheduling
  steps.push('send');
});
setImmediate(() => console.log(steps.join()));
