// The first was used up.
const { EventEmitter } = require('node:events');
const shop = new EventEmitter();
const bill = order => console.log('bill', order);

shop.once('order', bill);
shop.emit('order', 17);
shop.once('order', bill);
shop.emit('order', 18);
