// What getter and setter do is done in the code of the object.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const state = {
  hidden: 'new',
  get ready() {
    return this.hidden; // R
  },
  set ready(value) {
    this.hidden = value; // W
  },
};
fs.stat(__filename, () => {
  state.ready = 'known';
});
fs.readdir('.', () => {
  console.log(state.ready);
});
