// Methods of a prototype, and a name for this.
function Link(options) { this.options = options; }
Link.prototype.retry = function () {
  var self = this;
  setTimeout(function () { // expect: late-timer warning
    self.connect();
  }, 500);
};
Link.prototype.connect = function () { this.socket = require('net').connect(this.options); };
Link.prototype.disconnect = function () { this.socket.destroy(); };
module.exports = Link;
