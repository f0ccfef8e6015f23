// rules: dead-promise
// withResolvers gives three things; the two that settle were dropped.
const { promise } = Promise.withResolvers(); // expect: dead-promise

promise.then(value => console.log(value));
