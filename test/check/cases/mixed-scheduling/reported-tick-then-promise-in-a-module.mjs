// The body of a module is itself a promise job: ticks wait until all promise jobs are done.
const steps = [];

process.nextTick(() => {
  steps.push('tick');
});
Promise.resolve().then(() => { // expect: mixed-scheduling
  steps.push('promise');
});

setTimeout(() => console.log(steps.join()), 5);
