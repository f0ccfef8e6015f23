// A method that closing calls clears it.
class Client {
  ping() {
    this.timer = setInterval(() => this.socket.write('ping'), 1000);
  }
  quiet() {
    clearInterval(this.timer);
  }
  close() {
    this.quiet();
    this.socket.end();
    this.socket = null;
  }
}
module.exports = Client;
