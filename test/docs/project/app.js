'use strict';
const order = [];
setTimeout(() => order.push('timer'), 0);
Promise.resolve().then(() => order.push('promise'));
process.on('exit', () => console.log(order.join(' ')));
