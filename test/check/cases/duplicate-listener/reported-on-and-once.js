// rules: duplicate-listener
const { EventEmitter } = require('node:events');
const shop = new EventEmitter();
const bill = order => console.log('bill', order);

shop.on('order', bill).once('order', bill); // expect: duplicate-listener
shop.emit('order', 17);
shop.emit('order', 18);
