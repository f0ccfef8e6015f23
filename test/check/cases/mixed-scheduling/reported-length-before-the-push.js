// rules: mixed-scheduling
// The microtask counts what the immediate has yet to add.
class Items {
  constructor() {
    this.items = [];
  }
  add(x) {
    setImmediate(() => {
      this.items.push(x);
    });
    queueMicrotask(() => { // expect: mixed-scheduling
      console.log('have', this.items.length);
    });
  }
}
new Items().add('x');
