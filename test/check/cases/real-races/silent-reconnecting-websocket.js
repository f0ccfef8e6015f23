function Reconnecting(url) {
  this.url = url;
  this.wait = 1000;
  this.forced = false;
}
Reconnecting.prototype.open = function () {
  var self = this;
  this.ws = new WebSocket(this.url);
  this.ws.onclose = function () {
    setTimeout(function () {
      if (!self.forced) self.open();
    }, self.wait);
  };
};
Reconnecting.prototype.close = function () {
  this.forced = true;
  this.ws.close();
};
module.exports = Reconnecting;
