// rules: invalid-listener-removal
// The factory returns another function each time.
const { EventEmitter } = require('node:events');

const bus = new EventEmitter();
const printer = prefix => text => console.log(prefix, text);

bus.on('line', printer('>'));
bus.emit('line', 'x');
bus.off('line', printer('>')); // expect: invalid-listener-removal
