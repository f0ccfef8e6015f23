'use strict';
// control of get-port-twice.js: a port is not looked for but taken; who is refused takes another one.
const net = require('net');
const { pause, fail } = require('../rig');

const servers = [];
const listen = port =>
  new Promise((resolve, reject) => {
    const server = net.createServer();
    servers.push(server);
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server.address().port));
  });
const start = wanted => listen(wanted).catch(error => (error.code === 'EADDRINUSE' ? listen(0) : fail(error.message)));
(async () => {
  const wanted = await listen(0);
  const ports = await Promise.all([start(wanted), pause(40).then(() => start(wanted)), start(0)]);
  if (new Set([wanted, ...ports]).size !== 4) fail(`two have one port: ${wanted} ${ports}`);
  await pause(20);
  for (const server of servers) server.close();
})();
