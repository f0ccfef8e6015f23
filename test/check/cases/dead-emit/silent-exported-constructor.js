// A constructor function of the old style, exported: who makes the object listens.
const { EventEmitter } = require('node:events');
const { inherits } = require('node:util');

function Sink(fd) {
  if (!(this instanceof Sink)) return new Sink(fd);
  EventEmitter.call(this);
  this.fd = fd;
  process.nextTick(() => this.emit('ready'));
}

inherits(Sink, EventEmitter);

module.exports = Sink;
