// Two listeners, each its own.
const { EventEmitter } = require('node:events');

const shop = new EventEmitter();
shop.on('order', order => console.log('bill', order));
shop.on('order', order => console.log('ship', order));
shop.emit('order', 17);
