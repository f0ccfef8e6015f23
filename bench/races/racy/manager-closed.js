'use strict';
// origin: socket.io, issue 1862 (Node.fz, SIO; NACD 7), own code. Several sockets share one connection, which is closed with
// the last of them; a socket that is still connecting is not counted.
const { EventEmitter } = require('events');
const fs = require('fs');
const net = require('net');
const { folder, listen, pause, fail } = require('../rig');

class Manager {
  constructor(port) {
    this.sockets = [];
    this.wanted = new Map();
    this.connection = net.connect(port, '127.0.0.1').setEncoding('utf8');
    let text = '';
    this.connection.on('data', part => {
      const lines = (text += part).split('\n');
      text = lines.pop();
      for (const path of lines) this.wanted.get(path).emit('connect');
    });
  }
  socket(path) {
    const socket = new EventEmitter();
    this.wanted.set(path, socket);
    socket.on('connect', () => this.sockets.push(socket)); // guilty: until then it is not counted
    this.connection.write(`${path}\n`);
    return socket;
  }
  destroy(socket) {
    this.sockets = this.sockets.filter(other => other !== socket);
    if (!this.sockets.length) this.connection.end(); // guilty: somebody may be connecting
  }
}
const dir = folder();
for (const name of ['chat', 'news']) fs.writeFileSync(`${dir}/${name}`, 'everybody');
const server = net.createServer(socket => {
  let text = '';
  socket.setEncoding('utf8').on('error', () => {});
  socket.on('data', part => {
    const lines = (text += part).split('\n');
    text = lines.pop();
    for (const path of lines) fs.readFile(dir + path, () => socket.writable && socket.write(`${path}\n`)); // who may come in
  });
});
listen(server).then(port => {
  const manager = new Manager(port);
  const chat = manager.socket('/chat'), news = manager.socket('/news');
  let read = false;
  chat.on('connect', () => pause(90).then(() => manager.destroy(chat)));
  news.on('connect', () => {
    read = true;
    pause(140).then(() => manager.destroy(news));
  });
  manager.connection.on('close', () => {
    server.close();
    if (!read) fail('/news never came in: the connection was closed with /chat');
  });
});
