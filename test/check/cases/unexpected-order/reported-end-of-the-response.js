// rules: unexpected-order
const http = require('node:http');

let body;
http.get('http://localhost/', response => {
  let chunks = '';
  response.on('data', chunk => {
    chunks += chunk;
  });
  response.on('end', () => {
    body = chunks;
  });
});
console.log(body.length); // expect: unexpected-order
