// A message from elsewhere does not.
// race: W R ordering confirmed
'use strict';
const fs = require('fs');
const { MessageChannel } = require('worker_threads');
let state = 'new';
const { port1, port2 } = new MessageChannel();
port2.on('message', () => {
  console.log(state); // R
  port2.close();
});
fs.stat(__filename, () => {
  state = 'known'; // W
});
fs.access(__filename, () => port1.postMessage('go'));
