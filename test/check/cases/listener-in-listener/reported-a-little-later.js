// rules: listener-in-listener
const { EventEmitter } = require('node:events');

const queue = new EventEmitter();
queue.on('job', first => {
  setTimeout(() => {
    queue.on('job', second => console.log(first, second)); // expect: listener-in-listener
  }, 1);
});
queue.emit('job', 1);
