'use strict';

// The server of the applications: node server.js APP prints its port and serves APP/dist, and below /api/ what APP/api.cjs
// exports: a function that makes the state, and routes ("GET /api/users": (query, body, state) => answer; a `:id` in the
// path is in query.id). POST /api/reset brings the first state back. The end of stdin ends it.

const { existsSync, readFileSync, statSync } = require('node:fs');
const { createServer } = require('node:http');
const { extname, join, normalize, resolve } = require('node:path');

const app = resolve(process.argv[2]);
const { initial, routes } = require(join(app, 'api.cjs'));
let state = initial();

const types = { '.css': 'text/css', '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8' };

function matching(method, path) {
  for (const [name, answer] of Object.entries(routes)) {
    const [wanted, pattern] = name.split(' ');
    const found = wanted === method && new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(path);
    if (found) return { answer, parameters: found.groups };
  }
  return null;
}

function sendFile(path, response) {
  const file = join(app, 'dist', normalize(path === '/' ? '/index.html' : path));
  const found = existsSync(file) && statSync(file).isFile();
  response.writeHead(found ? 200 : 404, { 'content-type': (found && types[extname(file)]) || 'text/plain' });
  response.end(found ? readFileSync(file) : 'no such file\n');
}

function sendAnswer(method, url, body, response) {
  if (url.pathname === '/api/reset') state = initial();
  const route = matching(method, url.pathname);
  const query = { ...Object.fromEntries(url.searchParams), ...(route && route.parameters) };
  const answer = route ? route.answer(query, body, state) : { status: url.pathname === '/api/reset' ? 'reset' : 'unknown' };
  const html = typeof answer === 'string';
  response.writeHead(200, { 'content-type': html ? 'text/html; charset=utf-8' : 'application/json', 'cache-control': 'no-store' });
  response.end(html ? answer : JSON.stringify(answer));
}

const server = createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost');
  if (!url.pathname.startsWith('/api/')) return sendFile(decodeURIComponent(url.pathname), response);
  const parts = [];
  request.on('data', (part) => parts.push(part));
  return request.on('end', () => {
    const text = Buffer.concat(parts).toString();
    sendAnswer(request.method, url, text.startsWith('{') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text)), response);
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
process.stdin.on('end', () => process.exit()).resume();
