// An object literal with methods.
exports.make = net => ({
  open(port) {
    this.socket = net.connect(port);
  },
  later(port) {
    setTimeout(() => this.open(port), 100); // expect: late-timer warning
  },
  close() {
    this.socket.end();
  },
});
