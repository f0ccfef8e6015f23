// Nothing is done yet, shows the interval at first, and that is so.
let progress = 0, lines = '';

setInterval(() => {
  process.stdout.write(Math.round(progress * 100) + '% ' + lines);
}, 5);

setTimeout(() => {
  progress = 0.5;
  lines = 'half';
}, 12);
