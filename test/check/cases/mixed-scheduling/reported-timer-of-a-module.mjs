// Inside of a timer ticks come first, in modules too.
setTimeout(() => {
  queueMicrotask(() => console.log('microtask'));
  process.nextTick(() => console.log('tick')); // expect: mixed-scheduling
}, 5);
