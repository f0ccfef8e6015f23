// A private field; another object's is another place.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
class State {
  #ready = 'new';
  set(value) {
    this.#ready = value; // W
  }
  get() {
    return this.#ready; // R
  }
}
const one = new State();
const other = new State();
fs.stat(__filename, () => one.set('known'));
fs.access(__filename, () => other.set('known'));
fs.readdir('.', () => console.log(one.get()));
