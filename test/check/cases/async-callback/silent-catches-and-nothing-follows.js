// rules: async-callback
// Nothing waits for the files, and each tells of its own failure.
const fs = require('fs');
process.argv.slice(2).forEach(async file => {
  try {
    console.info((await fs.promises.stat(file)).size);
  } catch (e) {
    console.error(e.message, '-', file);
  }
});
