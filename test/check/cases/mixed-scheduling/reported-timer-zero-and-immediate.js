// rules: mixed-scheduling
// From the main script it is open which of the two comes first.
setTimeout(() => console.log('timer'), 0);
setImmediate(() => console.log('immediate')); // expect: mixed-scheduling
