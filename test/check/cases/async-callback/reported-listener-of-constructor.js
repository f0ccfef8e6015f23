// The class is exported: others make instances and emit on them.
const { EventEmitter } = require('events');
const fs = require('fs/promises');
class Watcher extends EventEmitter {
  constructor(dir) {
    super();
    this.dir = dir;
    this.on('change', async name => { // expect: async-callback
      const text = await fs.readFile(this.dir + '/' + name, 'utf8');
      console.log(name, text.length);
    });
  }
}
module.exports = Watcher;
