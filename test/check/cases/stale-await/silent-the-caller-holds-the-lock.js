// Every way to store() leads through the lock.
const { Lock } = require('./lock');

class Wallet {
  constructor() {
    this.guard = new Lock();
    this.height = 0;
  }

  async add(block) {
    const done = await this.guard.lock();
    try {
      await this.store(block);
    } finally {
      done();
    }
  }

  async store(block) {
    const height = this.height;
    await block.write(height);
    this.height = height + 1;
  }

  async reset() {
    const done = await this.guard.lock();
    this.height = 0;
    done();
  }
}
module.exports = Wallet;
