// The ping fires after close() has taken the socket away.
class Client {
  ping() {
    this.timer = setTimeout(() => { // expect: late-timer warning @8
      this.socket.write('ping');
    }, 1000);
  }
  close() {
    this.socket.end();
    this.socket = null;
  }
}
module.exports = Client;
