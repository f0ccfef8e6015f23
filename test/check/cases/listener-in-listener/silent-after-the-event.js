// Added beside, not inside.
const { EventEmitter } = require('node:events');

const feed = new EventEmitter();
feed.on('item', item => console.log('first', item));
feed.on('item', item => console.log('second', item));
feed.emit('item', 1);
