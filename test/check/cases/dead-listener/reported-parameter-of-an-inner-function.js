const EventEmitter = require('events');
function attach(bus) {
  bus.on('open', () => console.log('open'));
  bus.on('closed', () => console.log('closed')); // expect: dead-listener
}
const door = new EventEmitter();
attach(door);
door.emit('open');
