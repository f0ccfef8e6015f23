// Emitting one tick later gives the caller time to listen: the usual repair.
const EventEmitter = require('node:events');

class Connection extends EventEmitter {
  constructor(host) {
    super();
    process.nextTick(() => this.emit('connecting', host));
  }
}

const connection = new Connection('localhost');
connection.on('connecting', host => console.log(host));
