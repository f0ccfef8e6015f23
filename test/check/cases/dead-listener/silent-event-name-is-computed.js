// The packets' names are the events.
const { EventEmitter } = require('events');
const { parse } = require('./packets');

class Client extends EventEmitter {
  feed(bytes) {
    const packet = parse(bytes);
    this.emit(packet.name, packet);
  }
}

const client = new Client();
client.once('join', packet => console.log(packet));
setTimeout(() => client.emit('connect'), 10);
client.on('connect', () => console.log('connected'));
