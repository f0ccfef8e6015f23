// A field is shown before the answer writes it. Where something is taken of it that throws; else it is seen at once, and mended
// by whoever draws again.
const fs = require('fs');
class View {
  start() {
    fs.readFile('size', (error, text) => {
      this.width = Number(text);
    });
    console.log(this.width + 'px'); // expect: unexpected-order note
  }
}
class Lines {
  start() {
    fs.readFile('lines', 'utf8', (error, text) => {
      this.text = text;
    });
    console.log(this.text.split('\n')); // expect: unexpected-order warning
  }
}
new View().start();
new Lines().start();
