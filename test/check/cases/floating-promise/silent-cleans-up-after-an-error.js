// rules: floating-promise
// The error at hand is rejected; that closing may fail as well helps nobody.
class Client {
  constructor(client) { this.client = client; }
  end() {
    return new Promise((resolve, reject) => {
      this.client.on('error', err => reject(err));
      this.client.end(resolve);
    });
  }
  connect(config) {
    return new Promise((resolve, reject) => {
      try {
        this.client.connect(config, resolve);
      } catch (err) {
        this.end();
        reject(err);
      }
    });
  }
}
module.exports = Client;
