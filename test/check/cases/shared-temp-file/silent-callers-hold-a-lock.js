// rules: shared-temp-file
const fs = require('fs').promises;
exports.Registry = class Registry {
  async save(file, text) {
    await this.acquireLock(file);
    try {
      await this.write(file, text);
    } finally {
      await this.releaseLock(file);
    }
  }
  async write(file, text) {
    await fs.writeFile(`${file}.tmp`, text);
    await fs.rename(`${file}.tmp`, file);
  }
};
