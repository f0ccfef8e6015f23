// Node ignores the promise; the signal then ends the process with another error.
const fs = require('fs/promises');

process.on('SIGTERM', async () => { // expect: async-callback
  await fs.unlink('/run/app.pid');
  process.exit(0);
});
