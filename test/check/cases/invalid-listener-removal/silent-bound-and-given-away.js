// The method itself goes somewhere too: there it may be added.
class Shortcuts {
  attach(listen) {
    document.addEventListener('keydown', this.handle.bind(this));
    listen(document, 'keydown', this.handle);
  }
  detach() { document.removeEventListener('keydown', this.handle); }
  handle(event) { this.last = event; }
}
module.exports = Shortcuts;
