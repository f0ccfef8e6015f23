// The second round removes what the first one added.
const EventEmitter = require('events');
class Discovery extends EventEmitter {
  start() {
    this.onTimeout = () => {};
    const send = () => {
      setTimeout(send, 10000);
      this.removeListener('timeout', this.onTimeout);
      this.on('timeout', this.onTimeout);
    };
    send();
    setTimeout(() => this.emit('timeout'), 5);
  }
}
new Discovery().start();
