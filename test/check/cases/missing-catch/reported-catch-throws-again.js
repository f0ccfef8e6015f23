// The last handler throws, and nobody is left to hear of it.
Promise.resolve(1)
  .then(() => {
    throw new Error('first');
  })
  .catch(error => { // expect: missing-catch
    throw new Error(`second: ${error.message}`);
  });
