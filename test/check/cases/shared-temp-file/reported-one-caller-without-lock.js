// rules: shared-temp-file
const fs = require('fs').promises;
exports.Registry = class Registry {
  async save(file, text) {
    await this.acquireLock(file);
    await this.write(file, text);
    await this.releaseLock(file);
  }
  async reset(file) {
    await this.write(file, '');
  }
  async write(file, text) {
    await fs.writeFile(`${file}.tmp`, text); // expect: shared-temp-file warning
    await fs.rename(`${file}.tmp`, file);
  }
};
