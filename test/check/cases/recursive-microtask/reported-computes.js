// The steps are spent long before three thousand microtasks have run.
let total = 0;
function work(n) {
  for (let i = 0; i < 1000; i++) total += i * n;
}
function tick(n) {
  work(n);
  Promise.resolve().then(() => tick(n + 1)); // expect: recursive-microtask warning
}
tick(1);
