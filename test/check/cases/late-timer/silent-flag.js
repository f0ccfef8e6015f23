// A flag that closing sets is asked first.
class Client {
  ping() {
    setTimeout(() => {
      if (this.over) return;
      this.socket.write('ping');
    }, 1000);
  }
  close() {
    this.over = true;
    this.socket.end();
    this.socket = null;
  }
}
module.exports = Client;
