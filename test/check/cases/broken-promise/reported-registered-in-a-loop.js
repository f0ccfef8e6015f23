// rules: broken-promise
// Each step gets the first value, not what the step before made of it.
const start = Promise.resolve('a');
const steps = [text => text + 'b', text => text + 'c'];
for (const step of steps) {
  start.then(step); // expect: broken-promise warning
}
