// The very function that was added.
const { EventEmitter } = require('node:events');

const feed = new EventEmitter();
const print = item => console.log(item);

feed.on('item', print);
feed.emit('item', 1);
feed.off('item', print);
