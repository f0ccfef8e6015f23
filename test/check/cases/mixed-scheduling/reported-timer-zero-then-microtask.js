// rules: mixed-scheduling
// setTimeout 0 is not "next": every microtask is earlier.
let total = 1;

setTimeout(() => {
  total += 10;
}, 0);
queueMicrotask(() => { // expect: mixed-scheduling
  total *= 2;
});
setTimeout(() => console.log(total), 5);
