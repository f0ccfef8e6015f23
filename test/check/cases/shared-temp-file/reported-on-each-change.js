// rules: shared-temp-file
// The path is the store's own, and each change starts a write without waiting for the one before.
const fs = require('fs').promises;
class Store {
  constructor(source) {
    this.file = 'state.json';
    source.on('change', state => this.write(state));
  }
  async write(state) {
    await fs.writeFile(this.file + '.tmp', state); // expect: shared-temp-file warning
    await fs.rename(this.file + '.tmp', this.file);
  }
}
module.exports = Store;
