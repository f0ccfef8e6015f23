// What the helper awaits can fail, and the helper lets it.
const EventEmitter = require('events');
const fs = require('fs');
class Store extends EventEmitter {
  constructor() {
    super();
    this.once('_flush', async () => { // expect: async-callback
      await this._write();
    });
    this.emit('_flush');
  }
  async _write() {
    if (!this.name) throw new Error('no name');
    await fs.promises.writeFile(this.name, 'x');
  }
}
exports.Store = Store;
