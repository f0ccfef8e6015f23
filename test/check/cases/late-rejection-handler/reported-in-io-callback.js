// rules: late-rejection-handler
// The handler waits for a file.
const fs = require('node:fs');

const login = Promise.reject(new Error('denied'));

fs.stat('users.db', () => {
  login.catch(error => console.error(error.message)); // expect: late-rejection-handler
});
