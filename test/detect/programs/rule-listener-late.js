// A listener that was there before is called before the late one, and does not follow it.
// race: R W ordering confirmed
'use strict';
const { EventEmitter } = require('events');
const fs = require('fs');
const emitter = new EventEmitter();
let ready = false;
emitter.on('ready', () => {
  ready = true; // W
});
fs.stat(__filename, () => {
  const seen = ready; // R
  emitter.once('ready', () => console.log('late', seen));
  if (seen) console.log('never told');
});
fs.readFile(__filename, () => emitter.emit('ready'));
