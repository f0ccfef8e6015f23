// rules: dead-listener
const { EventEmitter } = require('events');
const bus = new EventEmitter();
bus.on('started', () => console.log('on'));
bus.on('stoped', () => console.log('off')); // expect: dead-listener warning @7
bus.emit('started');
bus.emit('stopped');
bus.emit('step');
