// rules: dead-listener
// The only emit happens before there is a listener.
const { EventEmitter } = require('node:events');

const door = new EventEmitter();
door.emit('open');
door.on('open', () => console.log('come in')); // expect: dead-listener
