// An interval may look as often as it likes: at first there is nothing to look at.
let job;

setInterval(() => {
  process.stdout.write(job.name + '\n'); // expect: unexpected-order
}, 5);

setTimeout(() => {
  job = { name: 'copy' };
}, 12);
