// After mongoose 2992: the check of the connection still waits when close() takes the handle away.
class Connection {
  monitor() {
    this.check = setInterval(() => { // expect: late-timer
      this.db.command({ ping: 1 });
    }, 10000);
  }
  close(cb) {
    this.db.close(cb);
    this.db = null;
  }
}
exports.Connection = Connection;
