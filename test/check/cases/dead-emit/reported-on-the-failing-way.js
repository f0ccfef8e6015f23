const EventEmitter = require('events');
const fs = require('fs');

class Loader extends EventEmitter {
  load() {
    fs.readFile('settings.json', (err, data) => {
      if (err) {
        this.emit('warning', err); // expect: dead-emit
        return;
      }
      this.emit('data', data);
    });
  }
}

const loader = new Loader();
loader.on('data', data => console.log(data));
loader.load();
