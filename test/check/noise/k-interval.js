exports.Cache = class {
  constructor() { setInterval(() => this.renew(), 1000); }
  async get(key) { return JSON.parse(this.storage.get(key)); }
  async renew() {
    this.updates.forEach(async (update, key) => {
      const item = await this.get(key);
      if (item) try { await update(item); } catch (e) { console.error(e); }
    });
  }
};
