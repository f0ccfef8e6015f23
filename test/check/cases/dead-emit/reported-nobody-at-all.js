// Nobody listens to anything: the event tells whoever may listen one day. Where others do listen, the name may be wrong.
const { EventEmitter } = require('events');
class Swarm extends EventEmitter {
  begin(id) {
    this.emit('begun', id); // expect: dead-emit note
  }
}
const swarm = new Swarm();
swarm.begin(1);
class Flock extends EventEmitter {
  begin(id) {
    this.emit('begn', id); // expect: dead-emit warning
  }
}
const flock = new Flock();
flock.on('begun', id => console.log(id));
flock.on('end', () => console.log('end'));
flock.begin(2);
flock.emit('end');
