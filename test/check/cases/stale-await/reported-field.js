// rules: stale-await
// A field of the object that every method shares.
class Counter {
  constructor(store) {
    this.store = store;
    this.value = 0;
  }
  async increment() {
    const next = this.value + 1;
    await this.store.save(next);
    this.value = next; // expect: stale-await
  }
  async clear() {
    await this.store.save(0);
    this.value = 0;
  }
}

module.exports = Counter;
