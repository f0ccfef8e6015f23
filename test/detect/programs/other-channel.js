// A MessageChannel of the program's own orders its messages behind who sends them.
'use strict';
const fs = require('fs');
const { MessageChannel } = require('worker_threads');
let state = 'new';
const { port1, port2 } = new MessageChannel();
port2.on('message', () => {
  console.log(state);
  port2.close();
});
fs.stat(__filename, () => {
  state = 'known';
  port1.postMessage('go');
});
