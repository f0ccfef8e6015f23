// The callback uses nothing that closing takes away.
class Client {
  ping() {
    setTimeout(() => this.log.push('ping'), 1000);
  }
  close() {
    this.ended = Date.now();
    this.socket.end();
    this.socket = null;
  }
}
module.exports = Client;
