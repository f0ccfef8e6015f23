// setImmediate lets the loop breathe.
let beats = 0;

function beat() {
  beats += 1;
  setImmediate(beat);
}

beat();
