class Client {
  connect(cb) {
    this.ws = new WebSocket(this.url);
    this.ws.onopen = () => cb(null);
    this.ws.onclose = () => this.retry();
  }
  retry() {
    this.timer = setTimeout(() => {
      this.connect(() => {});
    }, this.wait);
  }
  disconnect() {
    clearTimeout(this.timer);
    if (this.ws) this.ws.close();
  }
}
exports.Client = Client;
