// An interval that nobody stops.
class Monitor {
  watch() {
    setInterval(() => this.db.query('select 1'), 5000); // expect: late-timer warning
  }
  async destroy() {
    await this.db.end();
    this.db = undefined;
  }
}
exports.Monitor = Monitor;
