// What closing takes away is taken away by a method that it calls.
class Session {
  arm(ms) {
    this.watchdog = setTimeout(() => { // expect: late-timer warning
      this.channel.send('still there?');
    }, ms);
  }
  release() {
    this.channel = null;
  }
  shutdown() {
    this.channel.close();
    this.release();
  }
}
exports.Session = Session;
