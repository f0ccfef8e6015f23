'use strict';
// 20,000 http requests within one process, eight at a time over kept connections.
const http = require('http');

const COUNT = 20000;
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });

const server = http.createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1', () => {
  const options = { port: server.address().port, host: '127.0.0.1', agent };
  let started = 0;
  let ended = 0;
  const next = () => {
    if (started++ >= COUNT) return;
    http.get(options, response => {
      response.resume();
      response.on('end', () => {
        if (++ended < COUNT) return next();
        agent.destroy();
        server.close();
      });
    });
  };
  for (let i = 0; i < 8; i++) next();
});
