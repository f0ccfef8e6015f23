// Listeners live in other files.
const EventEmitter = require('node:events');

class Job extends EventEmitter {
  finish(result) {
    this.emit('finish', result);
  }
}

module.exports = Job;
