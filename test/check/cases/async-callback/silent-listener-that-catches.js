// The listener handles its own failures.
const { EventEmitter } = require('node:events');
const { appendFile } = require('node:fs/promises');

const log = new EventEmitter();
log.on('line', async line => {
  try {
    await appendFile('app.log', line);
  } catch (error) {
    console.error(error.message);
  }
});
log.emit('line', 'started');
