// A logger emits under every prefix; most of them nobody listens to.
const { EventEmitter } = require('events');

const log = new EventEmitter();
function write(prefix, message) {
  log.emit('log', message);
  log.emit(prefix, message);
}
log.on('log', message => console.log(message));
write('start', 'here we go');
