// After an issue of reconnecting-websocket: close() before the timer has opened the next socket.
function Reconnecting(url) {
  this.url = url;
  this.wait = 1000;
}
Reconnecting.prototype.open = function () {
  var self = this;
  this.ws = new WebSocket(this.url);
  this.ws.onclose = function () {
    setTimeout(function () { // expect: late-timer
      self.open();
    }, self.wait);
  };
};
Reconnecting.prototype.close = function () {
  this.ws.close();
};
module.exports = Reconnecting;
