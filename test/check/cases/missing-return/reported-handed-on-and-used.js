// Handed on, but printed before.
exports.send = store =>
  store
    .send('hello')
    .then(() => { // expect: missing-return
      store.check();
    })
    .then(value => {
      console.log('got', value);
      return value;
    })
    .catch(console.error);
