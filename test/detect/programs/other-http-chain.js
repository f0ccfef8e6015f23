// A request that is sent when the other is answered: what a socket delivers follows what its peer has written.
'use strict';
const http = require('http');
let last = 'nobody';
let open = 2;
const server = http.createServer((request, response) => {
  console.log(last);
  last = request.url;
  response.end();
  if (--open === 0) server.close();
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
