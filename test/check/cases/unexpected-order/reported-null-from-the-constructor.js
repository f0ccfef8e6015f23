// rules: unexpected-order
class Store {
  constructor() {
    this.connection = null;
  }
  open() {
    setTimeout(() => {
      this.connection = { query: text => text.length };
    }, 10);
  }
  query(text) {
    return this.connection.query(text); // expect: unexpected-order
  }
}
const store = new Store();
store.open();
console.log(store.query('all'));
