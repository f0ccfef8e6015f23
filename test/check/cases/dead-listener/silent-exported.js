// Others may emit.
const { EventEmitter } = require('node:events');

const bus = new EventEmitter();
bus.on('shutdown', () => console.log('bye'));

module.exports = bus;
