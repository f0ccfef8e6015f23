'use strict';
// origin: get-port, issue 23 (NACD 12), the package itself. A port that was found to be free is promised to two who ask
// one after the other: until the server listens, behind reading its configuration, nobody has it.
const fs = require('fs');
const net = require('net');
const getPort = require('get-port');
const { folder, pause, fail } = require('../rig');

const file = `${folder()}/server.json`;
fs.writeFileSync(file, '{"backlog":10}');
const servers = [];
async function start(wanted) {
  const port = await getPort({ port: wanted });
  const { backlog } = JSON.parse(await fs.promises.readFile(file, 'utf8')); // guilty: the port is free meanwhile
  const server = net.createServer();
  servers.push(server);
  server.on('error', error => fail(error.message));
  server.listen({ port, backlog }); // guilty: somebody else may have been promised it
}
(async () => {
  const wanted = await getPort();
  await Promise.all([start(wanted), pause(120).then(() => start(wanted))]);
  await pause(20);
  for (const server of servers) server.close();
})();
