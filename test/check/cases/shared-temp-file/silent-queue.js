// rules: shared-temp-file
const fs = require('fs').promises;
let queue = Promise.resolve();
exports.save = (file, data) => {
  queue = queue.then(async () => {
    await fs.writeFile(file + '.tmp', data);
    await fs.rename(file + '.tmp', file);
  });
  return queue;
};
