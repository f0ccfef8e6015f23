const { EventEmitter } = require('events');
const fs = require('fs/promises');
class Watcher extends EventEmitter {
  constructor(dir) {
    super();
    this.on('change', async name => {
      try {
        console.log(await fs.readFile(dir + '/' + name, 'utf8'));
      } catch (error) {
        console.error(error);
      }
    });
    this.on('error', async error => { console.error(error); });
  }
}
module.exports = Watcher;
