'use strict';
// origin: live-server, pull request 262 (NACD 13), own code. A page reloads when it is told that the file has changed; what
// it is told while it reloads, it ignores, and goes on to show the old text.
const fs = require('fs');
const net = require('net');
const { folder, listen, pause, fail } = require('../rig');

const file = `${folder()}/index.html`;
const server = net.createServer(async socket => {
  for (const text of ['one', 'two']) {
    fs.writeFileSync(file, text);
    socket.write('changed\n');
    await pause(100);
  }
  socket.end();
  server.close();
});
let shown = null, loading = false;
listen(server).then(port => {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('data', () => {
    if (loading) return; // guilty: what was read may be older than this change
    loading = true;
    fs.readFile(file, 'utf8', (error, text) => { // guilty: changes meanwhile are forgotten
      shown = text;
      loading = false;
    });
  });
});
process.on('exit', () => {
  if (shown !== 'two') fail(`the page shows ${shown}`);
});
