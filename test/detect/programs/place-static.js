// A static field of a class.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
class State {
  static ready = 'new';
  static {
    fs.stat(__filename, () => {
      this.ready = 'known'; // W
    });
  }
}
fs.readdir('.', () => {
  console.log(State.ready); // R
});
