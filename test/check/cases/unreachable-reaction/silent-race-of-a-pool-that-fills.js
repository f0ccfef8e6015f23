// The pool is empty only at first, and then nobody waits for it.
class Mapper {
  constructor() {
    this.pool = new Set();
  }

  async map(values, run, limit) {
    for (const value of values) {
      while (this.pool.size >= limit) await Promise.race(this.pool).catch(() => {});
      const job = run(value).finally(() => this.pool.delete(job));
      this.pool.add(job);
    }
    await Promise.all(this.pool);
  }
}
module.exports = new Mapper();
