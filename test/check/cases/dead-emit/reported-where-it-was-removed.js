const { EventEmitter } = require('events');
const bus = new EventEmitter();
const onTick = n => console.log('tick', n);
bus.on('tick', onTick);
bus.emit('tick', 1);
bus.off('tick', onTick);
bus.emit('tick', 2); // expect: dead-emit warning @6
bus.once('end', () => console.log('end'));
bus.emit('end');
bus.emit('end'); // expect: dead-emit warning @8
