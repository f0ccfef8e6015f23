// rules: dead-emit
// The only listener is gone.
const { EventEmitter } = require('node:events');

const feed = new EventEmitter();
const print = item => console.log(item);

feed.on('item', print);
feed.emit('item', 1);
feed.off('item', print);
feed.emit('item', 2); // expect: dead-emit
