// rules: floating-promise
// A constructor cannot await.
const { readFile } = require('node:fs/promises');

class Settings {
  constructor(path) {
    this.load(path); // expect: floating-promise
  }
  async load(path) {
    this.values = JSON.parse(await readFile(path, 'utf8'));
  }
}

module.exports = Settings;
