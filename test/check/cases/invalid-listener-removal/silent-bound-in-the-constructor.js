// Bound once, in the constructor; or a field that is an arrow function.
class Shortcuts {
  constructor() { this.handle = this.handle.bind(this); }
  move = event => { this.last = event; };
  attach() {
    document.addEventListener('keydown', this.handle);
    document.addEventListener('mousemove', this.move);
  }
  detach() {
    document.removeEventListener('keydown', this.handle);
    document.removeEventListener('mousemove', this.move);
  }
  handle(event) { this.last = event; }
}
module.exports = Shortcuts;
