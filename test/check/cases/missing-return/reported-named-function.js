// rules: missing-return
// The function is elsewhere; it computes and keeps the result for itself.
function total(items) {
  const sum = items.reduce((a, b) => a + b, 0);
}

Promise.resolve([1, 2, 3])
  .then(total) // expect: missing-return
  .then(sum => console.log(sum.toFixed(2)));
