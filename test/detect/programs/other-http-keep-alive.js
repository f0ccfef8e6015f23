// The same over one connection, to a server on all addresses; each handler goes on after a file was looked at.
'use strict';
const fs = require('fs');
const http = require('http');
let last = 'nobody';
const server = http.createServer((request, response) => {
  fs.stat(__filename, () => {
    const before = last;
    last = request.url;
    response.end(before);
  });
});
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const ask = (port, path, done) =>
  http.get({ host: '127.0.0.1', port, path, agent }, (response) => {
    response.on('data', (text) => console.log(path, String(text)));
    response.on('end', done);
  });
server.listen(0, () => {
  const { port } = server.address();
  ask(port, '/one', () =>
    ask(port, '/two', () => {
      agent.destroy();
      server.close();
    }),
  );
});
