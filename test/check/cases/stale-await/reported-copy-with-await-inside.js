// The list is copied before the await and written behind it: what another call added is lost.
class Log {
  list = [];
  async push(load) {
    this.list = [...this.list, await load()]; // expect: stale-await
  }
  clear() {
    this.list = [];
  }
}
exports.Log = Log;
