'use strict';
// One child at a time: on Linux what it wrote (to a socket of the file system, too) and its messages are told before its
// exit, since libuv calls its signal pipe behind everything that is ready in the same poll. So is the end of its output, up to
// Node 22; later libuv leaves it for the next poll. Beside it other things go on, and may come in any order.
const assert = require('assert');
const fs = require('fs');
const net = require('net');
const path = require('path');
const { fork, spawn } = require('child_process');
const { once } = require('events');
const { guard, main, scratch } = require('../support');

async function output() {
  const child = spawn('sh', ['-c', 'echo out; echo err >&2; echo more']);
  const order = [];
  let text = '';
  child.stdout.on('data', part => (text += part)).on('end', () => order.push('end'));
  child.stderr.on('data', part => (text += part)).on('end', () => order.push('end'));
  child.on('exit', () => order.push('exit'));
  await guard(10000, 'exit', once(child, 'exit'));
  assert.deepStrictEqual([...text.matchAll(/\w+/g)].map(String).sort(), ['err', 'more', 'out']);
  if (Number(process.versions.node.split('.')[0]) < 24) assert.deepStrictEqual(order, ['end', 'end', 'exit']);
}

async function message() {
  const child = fork(__filename, ['child']);
  const got = [];
  child.on('message', n => got.push(n));
  await guard(10000, 'exit', once(child, 'exit'));
  assert.deepStrictEqual(got, [0, 1, 2]);
}

async function connection() {
  const address = path.join(scratch(), 'socket');
  let text = '';
  const server = net.createServer(socket => {
    socket.on('data', part => (text += part)).on('close', () => server.close());
    setTimeout(() => socket.write('go'), 100);
  });
  await new Promise(resolve => server.listen(address, resolve));
  await guard(10000, 'exit', once(fork(__filename, ['client', address], { stdio: 'ignore' }), 'exit'));
  assert.strictEqual(text, 'result');
}

if (process.argv[2] === 'client') {
  const socket = net.connect(process.argv[3]).once('data', () => socket.write('result', () => process.exit()));
} else if (process.argv[2] === 'child') {
  for (let i = 0; i < 3; i++) process.send(i);
  process.disconnect();
} else {
  main(async () => {
    const beside = setInterval(() => fs.stat(__filename, () => {}), 3);
    for (let round = 0; round < 3; round++) await output();
    await message();
    await connection();
    clearInterval(beside);
  });
}
