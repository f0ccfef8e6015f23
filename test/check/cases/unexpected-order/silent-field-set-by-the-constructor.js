// Methods run on instances whose fields the constructor set: what we do not know is not missing.
class Server {
  constructor(options) {
    Object.assign(this, options, { state: 'running' });
  }

  close(callback) {
    if (this.state === 'closed') {
      process.nextTick(closed, this, callback);
      return;
    }
    setImmediate(closed, this, callback);
    if (this.state === 'closing') return;
    this.options.log(this.state);
  }
}

function closed(server, callback) {
  server.state = 'closed';
  callback();
}
module.exports = Server;
