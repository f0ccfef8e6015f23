// The thesis's figure 2.1, right: one chain.
const show = value => console.log('two expected:', value);
const addOne = value => value + 1;

const counter = new Promise(resolve => {
  resolve(1);
});

const sum = counter.then(addOne);
sum.then(show);
