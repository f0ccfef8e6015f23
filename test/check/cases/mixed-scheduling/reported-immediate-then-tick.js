// rules: mixed-scheduling
// Written first, printed second.
setImmediate(() => console.log('step 1'));
process.nextTick(() => console.log('step 2')); // expect: mixed-scheduling
