// The next one names its parameter and ignores it.
const seen = [];

Promise.resolve('entry')
  .then(entry => {
    seen.push(entry);
  })
  .then(_ => console.log(seen.length));
