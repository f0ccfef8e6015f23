// rules: unexpected-order
// It was there, and somebody took it away: null is what is meant.
class Store {
  constructor() {
    this.connection = { id: 1 };
  }
  reopen() {
    this.connection = null;
    setTimeout(() => {
      this.connection = { id: 2 };
    }, 10);
  }
}
const store = new Store();
store.reopen();
console.log(store.connection);
