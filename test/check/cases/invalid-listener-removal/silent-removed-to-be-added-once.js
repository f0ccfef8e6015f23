// Off and on again: whatever ran before, it listens once.
const { EventEmitter } = require('node:events');
const bus = new EventEmitter();
const show = () => console.log('shown');
bus.off('show', show);
bus.on('show', show);
bus.emit('show');
