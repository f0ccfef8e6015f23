'use strict';
// control of job-two-states.js. All commands take one connection, whose bytes keep their order; the server works them off one
// behind the other, so that a slow file holds up those behind it, and answers in their order. The client matches answers by
// position.
const fs = require('fs/promises');
const net = require('net');
const { folder, listen, fail } = require('../rig');

const file = `${folder()}/state`;
const commands = {
  set: value => fs.writeFile(file, value).then(() => 'ok'),
  get: () => fs.readFile(file, 'utf8'),
  ping: () => 'pong',
};
const lines = (socket, each) => {
  let text = '';
  socket.setEncoding('utf8').on('data', part => {
    const whole = (text += part).split('\n');
    text = whole.pop();
    whole.forEach(each);
  });
};
const server = net.createServer({ allowHalfOpen: true }, socket => {
  let last = Promise.resolve();
  lines(socket, line => {
    const [name, value] = line.split(' ');
    last = last.then(() => commands[name](value)).then(answer => socket.write(`${answer}\n`));
  });
  socket.on('end', () => last.then(() => socket.end()));
});
(async () => {
  const port = await listen(server);
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const waiting = [];
  lines(socket, answer => waiting.shift()(answer));
  const send = line => new Promise(resolve => {
    waiting.push(resolve);
    socket.write(`${line}\n`);
  });
  const answers = await Promise.all(['set failed', 'get', 'ping', 'set delayed', 'get', 'ping'].map(send));
  socket.end();
  server.close();
  if (answers.join() !== 'ok,failed,pong,ok,delayed,pong') fail(`answers ${answers}`);
})().catch(error => fail(error.message));
