// before: NaN
// after: 5
Promise.resolve(2)
  .then(v => { v * 2; })
  .then(v => console.log(v + 1))
  .catch(() => {});
