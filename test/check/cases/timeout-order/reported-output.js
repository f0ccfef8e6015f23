// rules: timeout-order
// Printed in the other order than written.
setTimeout(() => console.log('ready'), 30);
setTimeout(() => console.log('steady'), 20); // expect: timeout-order
setTimeout(() => console.log('go'), 40);
