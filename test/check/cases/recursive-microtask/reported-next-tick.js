// rules: recursive-microtask
// nextTick starves even promise jobs.
let beats = 0;

function beat() {
  beats += 1;
  process.nextTick(beat); // expect: recursive-microtask
}

beat();
