// The instance goes to whoever made it: its promises are handled there, its settlers and events are theirs.
const { EventEmitter } = require('events');
const Base = require('some-base');
class Task extends EventEmitter {
  constructor(work) {
    super();
    this.opened = new Promise(resolve => { this.open = resolve; });
    this.opened.then(() => work());
    const ended = new Promise((resolve, reject) => {
      this.once('end', resolve);
      this.once('error', reject);
    });
    ended.catch(() => {});
    this.done = this.run();
    this.settled = this.done.then(value => value + 1);
    this.on('late', async () => {
      try { await work(); } catch (error) { this.emit('error', error); }
    });
  }
  async run() { throw new Error('not yet'); }
}
class Derived extends Base {
  constructor(options) {
    super(options);
    this.loaded = this.load(options);
    this.loaded.then(data => data.length);
    this.loaded.then(data => this.show(data));
  }
}
module.exports = { Task, Derived };
