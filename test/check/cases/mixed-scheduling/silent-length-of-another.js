// Two lists.
const items = [], others = [];
setImmediate(() => {
  items.push('x');
});
queueMicrotask(() => {
  console.log('have', others.length);
});
