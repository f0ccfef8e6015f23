// rules: listener-in-listener
// `this` of a listener is the emitter.
const { EventEmitter } = require('node:events');

const socket = new EventEmitter();
socket.on('data', function (chunk) {
  console.log(chunk);
  this.on('data', rest => console.log('rest', rest)); // expect: listener-in-listener
});
socket.emit('data', 'a');
