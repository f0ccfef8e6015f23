// They run in another order, and it does not matter.
const left = [];
const right = [];

setImmediate(() => {
  left.push(1);
});
process.nextTick(() => {
  right.push(1);
});
