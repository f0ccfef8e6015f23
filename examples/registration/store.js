'use strict';
// Accounts in one file, a line each.
const fs = require('fs/promises');

class Store {
  constructor(file) {
    this.file = file;
  }

  async accounts() {
    const text = await fs.readFile(this.file, 'utf8').catch(() => '');
    return text.split('\n').filter(Boolean).map(line => JSON.parse(line));
  }

  async find(email) {
    return (await this.accounts()).find(account => account.email === email);
  }

  async insert(account) {
    await fs.appendFile(this.file, `${JSON.stringify(account)}\n`);
  }
}

module.exports = { Store };
