'use strict';
// What the programs share: a folder of their own, a server on a free port, a request over it.
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');

exports.folder = () => {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'races-'));
  process.on('exit', () => fs.rmSync(made, { recursive: true, force: true }));
  return made;
};
exports.pause = ms => new Promise(resolve => setTimeout(resolve, ms));
exports.fail = why => {
  console.error(`Error: ${why}`);
  process.exit(1);
};
exports.listen = server => new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
// Sends one line to a port and resolves with the line that comes back.
exports.ask = (port, line) =>
  new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(`${line}\n`));
    let text = '';
    socket.setEncoding('utf8').on('error', reject);
    socket.on('data', part => {
      text += part;
      if (text.includes('\n')) {
        socket.end();
        resolve(text.trim());
      }
    });
  });
// A server that answers each line with what `answer` returns or promises.
exports.serve = answer =>
  net.createServer(socket => {
    socket.setEncoding('utf8').on('error', () => {});
    socket.on('data', async line => socket.write(`${await answer(line.trim())}\n`));
  });
