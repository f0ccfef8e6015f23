// rules: unexpected-order
const http = require('http');
let response;
http.get('http://localhost/', found => {
  response = found;
});
console.log(response.statusCode); // expect: unexpected-order
