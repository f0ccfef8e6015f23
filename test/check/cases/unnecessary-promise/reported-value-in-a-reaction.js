// rules: unnecessary-promise
// A reaction may return the value itself.
Promise.resolve(4)
  .then(side => new Promise(resolve => resolve(side * side))) // expect: unnecessary-promise
  .then(area => console.log(area));
