// rules: duplicate-listener
// Every event is handled twice.
const { EventEmitter } = require('node:events');

const shop = new EventEmitter();
const bill = order => console.log('bill', order);

shop.on('order', bill);
shop.on('order', bill); // expect: duplicate-listener
shop.emit('order', 17);
