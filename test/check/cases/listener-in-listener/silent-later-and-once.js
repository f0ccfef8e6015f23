// rules: listener-in-listener
const { EventEmitter } = require('node:events');

const queue = new EventEmitter();
queue.on('job', first => {
  setTimeout(() => {
    queue.once('job', second => console.log(first, second));
  }, 1);
});
queue.emit('job', 1);
