// Inside "connection" it listens for another event.
const { EventEmitter } = require('node:events');

const server = new EventEmitter();
server.on('listening', () => {
  server.on('close', () => console.log('closed'));
});
server.emit('listening');
server.emit('close');
