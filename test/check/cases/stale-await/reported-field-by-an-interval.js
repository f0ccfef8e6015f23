// rules: stale-await
// The same where an interval starts the method while a call of it waits.
class Counter {
  constructor(store) {
    this.store = store;
    this.total = 0;
    setInterval(() => this.flush(), 100);
    this.store.on('line', () => this.add(1));
  }
  async add(n) {
    const before = this.total;
    await this.store.append(n);
    this.total = before + n; // expect: stale-await
  }
  async flush() {
    await this.store.sync(this.total);
    this.total = 0;
  }
}
module.exports = Counter;
