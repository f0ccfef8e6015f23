// A listener that is switched on and off: what comes while it is off is not meant to be heard.
const { EventEmitter } = require('node:events');

const keys = new EventEmitter();
const tape = [];
const record = key => tape.push(key);
let recording = false;

function toggle() {
  recording = !recording;
  if (recording) keys.on('key', record);
  else keys.off('key', record);
}

toggle();
keys.emit('key', 'a');
toggle();
keys.emit('key', 'b');
console.log(tape);
