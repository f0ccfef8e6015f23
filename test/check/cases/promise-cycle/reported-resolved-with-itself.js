// rules: promise-cycle
// TypeError: Chaining cycle detected.
let settle;
const self = new Promise(resolve => { // expect: promise-cycle
  settle = resolve;
});
settle(self);
self.catch(error => console.error(error.message));
