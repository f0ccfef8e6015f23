// Hundreds of thousands of reads and writes of one place: judging their order once took minutes.
let total = 0;
function tick() {
  for (let i = 0; i < 100; i++) total += i;
  process.nextTick(tick); // expect: recursive-microtask warning
}
tick();
