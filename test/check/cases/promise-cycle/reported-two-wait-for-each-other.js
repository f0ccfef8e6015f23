// rules: promise-cycle
// Each waits for the other.
let right;
const left = Promise.resolve().then(() => right); // expect: promise-cycle
right = left.then(() => console.log('never'));
right.catch(console.error);
