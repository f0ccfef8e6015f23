// In a module that is the order in which they run.
const steps = [];

Promise.resolve().then(() => {
  steps.push('promise');
});
process.nextTick(() => {
  steps.push('tick');
});

setTimeout(() => console.log(steps.join()), 5);
