// After an issue of nes: disconnect() while a reconnection waits; the client connects all the same.
class Client {
  connect(cb) {
    this.ws = new WebSocket(this.url);
    this.ws.onopen = () => cb(null);
    this.ws.onclose = () => this.retry();
  }
  retry() {
    this.timer = setTimeout(() => { // expect: late-timer
      this.connect(() => {});
    }, this.wait);
  }
  disconnect() {
    if (this.ws) this.ws.close();
  }
}
exports.Client = Client;
