// Optional chaining asks too.
class Client {
  ping() {
    setTimeout(() => this.socket?.write('ping'), 1000);
  }
  close() {
    this.ended = Date.now();
    this.socket.end();
    this.socket = null;
  }
}
module.exports = Client;
