// rules: listener-in-listener
// Each tick adds one more listener.
const { EventEmitter } = require('node:events');

const clock = new EventEmitter();
clock.on('tick', () => {
  clock.on('tick', () => console.log('tick')); // expect: listener-in-listener
});
clock.emit('tick');
clock.emit('tick');
