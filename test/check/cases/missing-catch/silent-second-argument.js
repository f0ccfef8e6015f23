// The second argument of then is a rejection reaction too.
const login = new Promise((resolve, reject) => {
  if (process.env.TOKEN) resolve(process.env.TOKEN);
  else reject(new Error('no token'));
});

login.then(
  token => console.log(token.length),
  error => console.error(error.message)
);
