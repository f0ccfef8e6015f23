// In the right order.
const { EventEmitter } = require('node:events');

const door = new EventEmitter();
door.on('open', () => console.log('come in'));
door.emit('open');
