// super.x = v writes to this.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
class Base {}
class State extends Base {
  ready = 'new';
  set() {
    super.ready = 'known'; // W
  }
  get() {
    return this.ready; // R
  }
}
const state = new State();
fs.stat(__filename, () => state.set());
fs.readdir('.', () => console.log(state.get()));
