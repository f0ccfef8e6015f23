// A listener runs after it was added, whoever emits.
'use strict';
const fs = require('fs');
const { EventEmitter } = require('events');
const emitter = new EventEmitter();
let state = 'new';
fs.stat(__filename, () => {
  state = 'known';
  emitter.on('ready', () => console.log(state));
});
setTimeout(() => emitter.emit('ready'), 30);
