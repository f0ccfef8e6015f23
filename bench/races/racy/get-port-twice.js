'use strict';
// origin: get-port, issue 23 (NACD 12), the package itself. A port that was found to be free is promised to two who ask
// one after the other: between the end of the probe and the start of the server nobody has it.
const net = require('net');
const getPort = require('get-port');
const { pause, fail } = require('../rig');

const servers = [];
async function start(wanted) {
  const port = await getPort({ port: wanted });
  const server = net.createServer();
  servers.push(server);
  server.on('error', error => fail(error.message));
  server.listen(port); // guilty: somebody else may have been promised it
}
(async () => {
  const wanted = await getPort();
  await Promise.all([start(wanted), pause(120).then(() => start(wanted))]);
  await pause(20);
  for (const server of servers) server.close();
})();
