class Connection {
  monitor() {
    this.check = setInterval(() => {
      this.db.command({ ping: 1 });
    }, 10000);
  }
  close(cb) {
    clearInterval(this.check);
    this.db.close(cb);
    this.db = null;
  }
}
exports.Connection = Connection;
