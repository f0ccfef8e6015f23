// The order on paper is the order of execution.
process.nextTick(() => console.log('first'));
Promise.resolve().then(() => console.log('second'));
setImmediate(() => console.log('third'));
