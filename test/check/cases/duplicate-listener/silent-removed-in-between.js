// Added again after it was removed.
const { EventEmitter } = require('node:events');

const shop = new EventEmitter();
const bill = order => console.log('bill', order);

shop.on('order', bill);
shop.emit('order', 1);
shop.off('order', bill);
shop.on('order', bill);
shop.emit('order', 2);
