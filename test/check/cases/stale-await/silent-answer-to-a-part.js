// What is written is somebody's answer to a question, not the old value.
class Session {
  constructor(send) {
    this.send = send;
    this.session = null;
  }
  async connect() {
    this.session = await this.send('connect');
  }
  async renew() {
    const params = { id: this.session.id };
    this.session = await this.send(params);
  }
}
module.exports = Session;
