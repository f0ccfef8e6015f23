// The timer belongs to one request, which clears it.
class Client {
  ask(text, done) {
    const timer = setTimeout(() => this.socket.destroy(), 1000);
    this.socket.write(text, () => {
      clearTimeout(timer);
      done();
    });
  }
  close() {
    this.ended = Date.now();
    this.socket.end();
    this.socket = null;
  }
}
module.exports = Client;
