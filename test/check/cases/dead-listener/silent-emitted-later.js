// Emitted by a timer, after the listener was added.
const { EventEmitter } = require('node:events');

const alarm = new EventEmitter();
setTimeout(() => alarm.emit('ring', 'wake up'), 10);
alarm.on('ring', text => console.log(text));
