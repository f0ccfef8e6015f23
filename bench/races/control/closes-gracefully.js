'use strict';
// A server that is told to stop while it answers: `close` takes no new connection, and calls back when the last connection is
// gone, behind its answer. The client asked to stop only when its request had arrived, so it was not too late; the answer needs a
// file, which may take any time.
const fs = require('fs');
const http = require('http');
const { folder, listen, fail } = require('../rig');

const file = `${folder()}/page`;
fs.writeFileSync(file, 'x'.repeat(50000));
let answered = false, closed = false;
const server = http.createServer((request, response) => {
  server.close(() => {
    closed = true;
    if (!answered) fail('closed before the answer was through');
  });
  response.setHeader('Connection', 'close');
  response.on('finish', () => (answered = true));
  fs.createReadStream(file).pipe(response);
});
let size = 0;
listen(server).then(port => {
  http.get({ port, host: '127.0.0.1', agent: false }, response => {
    response.on('data', part => (size += part.length)).on('error', error => fail(error.message));
  });
});
process.on('exit', code => {
  if (!code && (size !== 50000 || !closed)) fail(`${size} bytes came, the server is ${closed ? 'closed' : 'open'}`);
});
