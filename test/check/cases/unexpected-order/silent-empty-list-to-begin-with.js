// An empty list is shown until the answer comes, and then that.
const fs = require('node:fs');

let users = [];
const show = () => console.log('there are', users.length);
fs.readFile('users.json', (error, text) => {
  users = JSON.parse(text);
  show();
});
show();
