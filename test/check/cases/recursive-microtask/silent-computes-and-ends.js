// It computes for long, and has an end.
let total = 0;
function tick(n) {
  for (let i = 0; i < 2000; i++) total += i * n;
  if (n > 5000) return;
  process.nextTick(tick, n + 1);
}
tick(1);
