// Closing clears it.
class Client {
  ping() {
    this.timer = setTimeout(() => this.socket.write('ping'), 1000);
  }
  close() {
    clearTimeout(this.timer);
    this.socket.end();
    this.socket = null;
  }
}
module.exports = Client;
