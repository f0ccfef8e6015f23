// What the emitting callback does before it emits is not ordered by the listener.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const { EventEmitter } = require('events');
const emitter = new EventEmitter();
let state = 'new';
fs.stat(__filename, () => {
  state = 'known'; // W
  emitter.on('ready', () => {});
});
setTimeout(() => {
  console.log(state); // R
  emitter.emit('ready');
}, 30);
