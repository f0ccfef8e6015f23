// rules: dead-emit
// Nobody can listen before the constructor has returned.
const EventEmitter = require('node:events');

class Connection extends EventEmitter {
  constructor(host) {
    super();
    this.host = host;
    this.emit('connecting', host); // expect: dead-emit
  }
}

const connection = new Connection('localhost');
connection.on('connecting', host => console.log(host));
