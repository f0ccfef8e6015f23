// rules: dead-emit
// emit calls the listeners that exist now, and there is none.
const { EventEmitter } = require('node:events');

const door = new EventEmitter();
door.emit('open'); // expect: dead-emit
door.on('open', () => console.log('come in'));
