// Each listener removes itself when it is called: one comes, one goes.
const { EventEmitter } = require('node:events');
class W extends EventEmitter {
  publish(fn) {
    const failed = err => { this.removeListener('error', failed); fn(err); };
    this.on('error', failed);
  }
}
const w = new W();
w.on('error', () => { w.publish(() => {}); });
w.emit('error', new Error('x'));
