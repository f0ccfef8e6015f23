// A reporter: whoever makes one emits on it.
const { EventEmitter } = require('node:events');

class Reporter extends EventEmitter {
  constructor() {
    super();
    this.on('end', () => this.print());
  }
  print() {
    console.log('done');
  }
}

module.exports = Reporter;

const own = new Reporter();
own.emit('start');
