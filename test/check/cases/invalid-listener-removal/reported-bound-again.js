// rules: invalid-listener-removal
// bind makes a new function each time.
const { EventEmitter } = require('node:events');

const source = new EventEmitter();

class Panel {
  open() {
    source.on('change', this.draw.bind(this));
  }
  close() {
    source.removeListener('change', this.draw.bind(this)); // expect: invalid-listener-removal
  }
  draw(value) {
    console.log(value);
  }
}

const panel = new Panel();
panel.open();
source.emit('change', 1);
panel.close();
