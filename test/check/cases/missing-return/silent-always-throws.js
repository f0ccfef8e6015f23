// It never returns at all.
Promise.resolve('x')
  .then(text => {
    throw new Error(`cannot read ${text}`);
  })
  .catch(error => console.error(error.message));
