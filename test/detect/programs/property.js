// The same object's property, written by one and read by the other.
// race: 10 13 ordering confirmed
'use strict';
const fs = require('fs');
const os = require('os');
const state = { ready: false };
const other = { ready: false };

fs.stat(__filename, () => {
  state.ready = true;
});
fs.readdir(os.tmpdir(), () => {
  console.log(state.ready);
});
fs.access(__filename, () => {
  other.ready = true; // another object of the same shape
});
