'use strict';

// The server of those test pages that need more than files: node server.js FOLDER [PORT]
//
// Serves FOLDER on the loopback address and prints the port. FOLDER/answers.json says what else it answers, by path
// without the leading slash:
//   {"api/x": {"status": 200, "type": "text/plain", "headers": {…}, "body": "text, {n} counts the requests so far",
//              "bodies": [texts in turn], "delay": ms, "delays": [ms in turn], "pause": ms between head and body,
//              "torn": [in turn whether the connection breaks in the middle],
//              "echo": true, "bytes": size of a body made up, "reset": true (counting starts again),
//              "auth": "user:password", "stream": [messages of an EventSource], "name": that of all of them,
//              "socket": [messages of a WebSocket], "hangs up": true (the socket is closed after them)}}
// "echo" sends back the body of a POST or each message of a socket, "delay" later; so long a stream waits before each.
// Where stdin is a pipe, its end ends the server.

const { createHash } = require('node:crypto');
const { existsSync, fstatSync, readFileSync, statSync } = require('node:fs');
const { createServer } = require('node:http');
const { extname, join, normalize } = require('node:path');

const types = {
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

const folder = process.argv[2];
const table = join(folder, 'answers.json');
const answers = existsSync(table) ? JSON.parse(readFileSync(table, 'utf8')) : {};
let counts = new Map();

function count(path) {
  counts.set(path, (counts.get(path) || 0) + 1);
  return counts.get(path);
}

const inTurn = (list, n) => list[(n - 1) % list.length];

function sendFile(path, response) {
  const file = join(folder, normalize(`/${path || 'index.html'}`));
  const found = existsSync(file) && statSync(file).isFile();
  response.writeHead(found ? 200 : 404, {
    'content-type': found ? types[extname(file)] || 'text/plain' : 'text/plain',
  });
  response.end(found ? readFileSync(file) : 'no such file\n');
}

function sendStream({ stream, name, delay = 0 }, response) {
  const head = name ? `event: ${name}\n` : '';
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.flushHeaders();
  stream.forEach((message, i) =>
    setTimeout(() => response.write(`${head}data: ${message}\n\n`), delay * (i + 1)),
  );
}

function isRefused(answer, request, response) {
  const wanted = answer.auth && `Basic ${Buffer.from(answer.auth).toString('base64')}`;
  if (!wanted || request.headers.authorization === wanted) return false;
  response.writeHead(401, {
    'www-authenticate': 'Basic realm="test"',
    'content-type': 'text/plain',
  });
  response.end('who are you?\n');
  return true;
}

function sendAnswer(path, answer, posted, response) {
  if (answer.reset) counts = new Map();
  const n = count(path);
  const body = answer.bytes
    ? Buffer.alloc(answer.bytes, '<p>much text</p>\n')
    : inTurn(answer.bodies || [answer.body || ''], n).replaceAll('{n}', n);
  const torn = inTurn(answer.torn || [false], n);
  const headers = {
    'content-type': answer.type || 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...(torn ? { 'content-length': body.length + 1000, connection: 'close' } : {}),
  };
  setTimeout(() => {
    response.writeHead(answer.status || 200, { ...headers, ...answer.headers });
    response.flushHeaders();
    setTimeout(() => response.end(answer.echo ? posted : body), answer.pause || 0);
  }, inTurn(answer.delays || [answer.delay || 0], n));
}

const server = createServer((request, response) => {
  const path = decodeURIComponent(request.url.replace(/[?#].*/, '').slice(1));
  const answer = answers[path];
  if (!answer) return sendFile(path, response);
  if (isRefused(answer, request, response)) return undefined;
  if (answer.stream) return sendStream(answer, response);
  const parts = [];
  request.on('data', (part) => parts.push(part));
  return request.on('end', () => sendAnswer(path, answer, Buffer.concat(parts), response));
});

// RFC 6455, as far as a browser's short text messages need it: one frame each, below 126 bytes.
function frame(text) {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, bytes.length]), bytes]);
}

function readFrame(bytes) {
  const length = bytes[1] & 0x7f;
  const mask = bytes.subarray(2, 6);
  return Buffer.from(bytes.subarray(6, 6 + length)).map((byte, i) => byte ^ mask[i % 4]);
}

server.on('upgrade', (request, socket) => {
  const answer = answers[request.url.slice(1)];
  if (!answer || !answer.socket) return socket.destroy();
  const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash('sha1').update(key).digest('base64');
  socket.write(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  const echo = (text) => socket.write(frame(text));
  for (const message of answer.socket) socket.write(frame(message));
  if (answer['hangs up']) socket.write(Buffer.from([0x88, 2, 0x03, 0xe8])); // closing frame, 1000
  socket.on('error', () => socket.destroy());
  return socket.on('data', (bytes) => {
    if ((bytes[0] & 0x0f) === 8) socket.end();
    else if (answer.echo) setTimeout(echo, answer.delay || 0, readFrame(bytes).toString());
  });
});

server.listen(Number(process.argv[3] || 0), '127.0.0.1', () => console.log(server.address().port));
if (fstatSync(0).isFIFO()) process.stdin.on('end', () => process.exit()).resume();
