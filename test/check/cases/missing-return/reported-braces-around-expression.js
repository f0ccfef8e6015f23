// rules: missing-return
// Braces made an expression into a statement.
Promise.resolve('{"port":80}')
  .then(text => { // expect: missing-return
    JSON.parse(text);
  })
  .then(config => console.log(config.port))
  .catch(console.error);
