// rules: duplicate-listener
// Both run when the event comes for the first time.
const { EventEmitter } = require('node:events');
const shop = new EventEmitter();
const bill = order => console.log('bill', order);

shop.once('order', bill);
shop.once('order', bill); // expect: duplicate-listener
shop.emit('order', 17);
