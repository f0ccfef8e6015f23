// The listener is only made for sockets that can receive.
const EventEmitter = require('events');
class Push {}
class Socket extends EventEmitter {
  constructor(type, make) {
    super();
    this._socket = type === 'push' ? new Push() : make(type);
    if (type !== 'push')
      this.once('_flush', async () => {
        while (!this._socket.closed) await this._receive();
      });
    this.emit('_flush');
  }
  async _receive() {
    if (this._socket instanceof Push) throw new Error('cannot receive');
    try {
      this.emit('message', await this._socket.receive());
    } catch (err) {
      this.emit('error', err);
    }
  }
}
exports.Socket = Socket;
