// One catch at the end serves the whole chain.
new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('too late')), 10);
})
  .then(value => console.log(value))
  .catch(error => console.error(error.message));
