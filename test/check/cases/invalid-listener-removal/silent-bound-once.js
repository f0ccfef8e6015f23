// Bound once, kept, removed.
const { EventEmitter } = require('node:events');

const source = new EventEmitter();

class Panel {
  constructor() {
    this.draw = this.draw.bind(this);
  }
  open() {
    source.on('change', this.draw);
  }
  close() {
    source.removeListener('change', this.draw);
  }
  draw(value) {
    console.log(value);
  }
}

const panel = new Panel();
panel.open();
source.emit('change', 1);
panel.close();
