const { EventEmitter } = require('events');
const fs = require('fs/promises');

class Watcher extends EventEmitter {
  constructor(folder) {
    super();
    this.on('change', async name => { // expect: async-callback
      console.log(await fs.readFile(folder + '/' + name, 'utf8'));
    });
  }
}
module.exports = Watcher;
