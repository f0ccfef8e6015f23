// The emitter looks at promises: a rejection becomes an 'error' event.
const { EventEmitter } = require('node:events');

const jobs = new EventEmitter({ captureRejections: true });
jobs.on('job', async size => {
  await null;
  if (size < 0) throw new Error('negative');
});
jobs.on('error', error => console.log('captured', error.message));
jobs.emit('job', -1);
