// What the late listener reads was written before it was added; the list of listeners is as it was.
'use strict';
const { EventEmitter } = require('events');
const fs = require('fs');
const emitter = new EventEmitter();
let name = 'nobody';
emitter.on('ready', () => console.log('early', emitter.listeners('ready').length));
fs.stat(__filename, () => {
  name = 'somebody';
  emitter.once('ready', function late() {
    console.log('late', name, emitter.listeners('ready').length);
  });
});
fs.readFile(__filename, () => setTimeout(() => emitter.emit('ready'), 20));
setTimeout(() => {}, 400);
