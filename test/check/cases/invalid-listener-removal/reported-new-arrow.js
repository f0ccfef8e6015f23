// rules: invalid-listener-removal
// Two arrows with the same text are two functions.
const { EventEmitter } = require('node:events');

const feed = new EventEmitter();
feed.on('item', item => console.log(item));
feed.off('item', item => console.log(item)); // expect: invalid-listener-removal
feed.emit('item', 1);
