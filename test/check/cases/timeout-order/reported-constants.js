// rules: timeout-order
// The delays have names, and the names hide the order.
const SLOW = 2000;
const FAST = 50;
const log = [];

setTimeout(() => log.push('open'), SLOW);
setTimeout(() => log.push('close'), FAST); // expect: timeout-order
