// rules: missing-catch
// The executor rejects; the chain has only fulfilled reactions.
const login = new Promise((resolve, reject) => {
  if (!process.env.TOKEN) {
    reject(new Error('no token'));
    return;
  }
  resolve(process.env.TOKEN);
});

login.then(token => console.log(token.length)); // expect: missing-catch
