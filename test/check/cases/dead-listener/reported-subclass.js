// rules: dead-listener
// A class of our own, used only here.
const EventEmitter = require('node:events');

class Clock extends EventEmitter {
  tick() {
    this.emit('tick');
  }
}

const clock = new Clock();
clock.on('tick', () => console.log('tick'));
clock.on('tock', () => console.log('tock')); // expect: dead-listener
clock.tick();
