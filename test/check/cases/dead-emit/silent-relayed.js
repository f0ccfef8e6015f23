// Passed on, whether anybody listens or not.
const { EventEmitter } = require('node:events');

class Archive extends EventEmitter {
  read() {
    this.emit('entry', 'a.txt');
  }
}

class Outer extends EventEmitter {
  constructor(archive) {
    super();
    archive.on('entry', entry => this.emit('entry', entry));
  }
}

const archive = new Archive();
new Outer(archive);
archive.read();
