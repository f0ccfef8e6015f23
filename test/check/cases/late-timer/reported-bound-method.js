// The timer calls a method, bound.
class Feed {
  start() {
    setTimeout(this.flush.bind(this), 250); // expect: late-timer warning
  }
  flush() {
    this.stream.write('x');
  }
  dispose() {
    this.stream = null;
  }
}
exports.Feed = Feed;
