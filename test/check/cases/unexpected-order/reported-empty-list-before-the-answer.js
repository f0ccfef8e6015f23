// The list is empty here whatever the file holds, and nobody looks at it later.
const fs = require('node:fs');

let users = [];
fs.readFile('users.json', (error, text) => {
  users = JSON.parse(text);
});
console.log('there are', users.length); // expect: unexpected-order
