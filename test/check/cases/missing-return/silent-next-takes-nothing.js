// The next reaction does not look at the value.
let started = 0;

Promise.resolve()
  .then(() => {
    started = Date.now();
  })
  .then(() => {
    console.log(started);
  });
