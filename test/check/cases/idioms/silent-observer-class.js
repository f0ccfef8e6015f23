// An emitter of our own with subscribe and unsubscribe.
const { EventEmitter } = require('node:events');

class Model extends EventEmitter {
  constructor() {
    super();
    this.values = new Map();
  }
  set(key, value) {
    const before = this.values.get(key);
    this.values.set(key, value);
    if (before !== value) this.emit('change', key, value);
    return this;
  }
  subscribe(listener) {
    this.on('change', listener);
    return () => this.off('change', listener);
  }
}

module.exports = Model;
