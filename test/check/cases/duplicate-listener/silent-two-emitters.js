// The same function on two objects, and on two events.
const { EventEmitter } = require('node:events');

const north = new EventEmitter();
const south = new EventEmitter();
const bill = order => console.log('bill', order);

north.on('order', bill);
south.on('order', bill);
south.on('return', bill);
north.emit('order', 1);
south.emit('order', 2);
south.emit('return', 3);
