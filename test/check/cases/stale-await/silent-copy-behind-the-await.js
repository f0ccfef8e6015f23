class Log {
  list = [];
  async push(load) {
    const item = await load();
    this.list = [...this.list, item];
  }
  async first(load) {
    this.list = [await load(), ...this.list];
  }
  async once(load) {
    this.value = this.value || (await load());
  }
  clear() {
    this.list = [];
    this.value = null;
  }
}
exports.Log = Log;
