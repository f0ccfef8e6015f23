'use strict';
// origin: session-file-store, pull request 55, with session-file-store 1.0.0 itself. Each request loads the session and
// touches it at its end; one that was loaded before the user logged out brings the session back.
const { EventEmitter } = require('events');
const fs = require('fs');
const http = require('http');
const { folder, listen, pause, fail } = require('../rig');

const dir = folder();
const FileStore = require('session-file-store')({ Store: EventEmitter });
const store = new FileStore({ path: dir, reapInterval: -1, logFn() {} });
fs.writeFileSync(`${dir}/page.html`, '<h1>hello</h1>');
const server = http.createServer((request, response) => {
  store.get('sid', (error, session) => {
    if (error) fail(error.message);
    if (request.url === '/logout') return store.destroy('sid', () => response.end('bye'));
    fs.readFile(`${dir}/page.html`, (error, page) =>
      store.touch('sid', session, () => response.end(page)), // guilty: the user may have logged out by now
    );
  });
});
const get = (port, url) =>
  new Promise(resolve => {
    http.get({ port, host: '127.0.0.1', path: url, agent: false }, response => response.resume().on('end', resolve));
  });
store.set('sid', { user: 'ann', cookie: {} }, async () => {
  const port = await listen(server);
  await Promise.all([get(port, '/'), pause(110).then(() => get(port, '/logout'))]);
  server.close();
  if (fs.existsSync(`${dir}/sid.json`)) fail('the session outlived the logout');
});
