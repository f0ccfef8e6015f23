// Each holder waits for the one before; release comes in finally.
class Mutex {
  constructor() {
    this.last = Promise.resolve();
  }
  async run(work) {
    let release;
    const before = this.last;
    this.last = new Promise(resolve => {
      release = resolve;
    });
    await before;
    try {
      return await work();
    } finally {
      release();
    }
  }
}

module.exports = Mutex;
