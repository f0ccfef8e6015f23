// rules: listener-in-listener
// The listener calls a function that adds the listener.
const { EventEmitter } = require('node:events');

const feed = new EventEmitter();

function subscribe() {
  feed.on('item', print); // expect: listener-in-listener
}

function print(item) {
  console.log(item);
  subscribe();
}

subscribe();
feed.emit('item', 1);
