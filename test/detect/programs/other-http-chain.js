// A request that is sent when the other is answered. (That a socket delivers what its peer has sent is not known; no run shows it.)
// race: L S ordering infeasible
// race: S S commutative-ordering infeasible
// race: C C commutative-ordering infeasible
'use strict';
const http = require('http');
let last = 'nobody';
let open = 2;
const server = http.createServer((request, response) => {
  console.log(last); // L
  last = request.url; // S
  response.end();
  if (--open === 0) server.close(); // C
});
const ask = (port, path, done) =>
  http.get({ port, path, agent: false }, (response) => {
    response.resume();
    response.on('end', done);
  });
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  ask(port, '/one', () => ask(port, '/two', () => {}));
});
