// Whoever looks at what emit returns asks whether anybody listens.
const assert = require('node:assert');
const { EventEmitter } = require('node:events');

const bus = new EventEmitter();
assert.strictEqual(bus.emit('nothing'), false);
const heard = bus.emit('hello');
if (!bus.emit('ready')) console.log('nobody is ready', heard);
