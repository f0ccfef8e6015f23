// Whoever uses the class listens, or not.
const { EventEmitter } = require('events');
const fs = require('fs');

function Reader() {
  EventEmitter.call(this);
}
Reader.prototype = Object.create(EventEmitter.prototype);
Reader.prototype.read = function (file) {
  fs.readFile(file, (err, data) => {
    if (err) this.emit('failure', err);
    else this.emit('content', data);
  });
};
module.exports = Reader;

new Reader().read('one.txt');
