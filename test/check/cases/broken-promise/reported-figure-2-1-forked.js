// rules: broken-promise
// The thesis's figure 2.1, left: both reactions stand on the root, so the second never sees the sum.
const show = value => console.log('two expected:', value);
const addOne = value => value + 1;

const counter = new Promise(resolve => {
  resolve(1);
});

counter.then(addOne);
counter.then(show); // expect: broken-promise warning
