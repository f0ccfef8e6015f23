// A listener of the process lives longer than the object.
class Log {
  open(stream) {
    this.stream = stream;
    process.on('SIGHUP', () => this.stream.write('reload')); // expect: late-timer warning
  }
  close() {
    this.stream.end();
    this.stream = null;
  }
}
exports.Log = Log;
