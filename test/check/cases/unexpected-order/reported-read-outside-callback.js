// rules: unexpected-order
// The file's text is used before the callback delivered it.
const fs = require('node:fs');

let template;

fs.readFile('mail.txt', 'utf8', (error, text) => {
  if (error) throw error;
  template = text;
});

console.log(template.length); // expect: unexpected-order
