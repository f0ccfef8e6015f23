// Two requests to one server share its variable. (The same run turns the count-down round, which is not to blame.)
// race: W W commutative-ordering confirmed
// race: C C commutative-ordering no-difference
'use strict';
const http = require('http');
let last = 'nobody';
let open = 2;
const server = http.createServer((request, response) => {
  last = request.url; // W
  response.end();
  if (--open === 0) server.close(); // C
});
server.listen(0, '127.0.0.1', () => {
  for (const name of ['/one', '/two']) http.get({ port: server.address().port, path: name, agent: false }, (response) => response.resume());
});
process.on('exit', () => console.log(last));
