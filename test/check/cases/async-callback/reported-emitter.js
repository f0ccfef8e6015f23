// rules: async-callback
// emit ignores the promise; a rejection of it is unhandled.
const { EventEmitter } = require('node:events');
const { appendFile } = require('node:fs/promises');

const log = new EventEmitter();
log.on('line', async line => { // expect: async-callback
  await appendFile('app.log', line);
});
log.emit('line', 'started');
