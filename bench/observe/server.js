// An http server and its client in one process: N requests, 8 at a time. Prints the CPU time in ms.
const http = require('http');
const total = Number(process.argv[2]), sessions = new Map();
let served = 0, started = 0, done = 0;
const server = http.createServer((request, response) => {
  const id = request.url.slice(1), session = sessions.get(id) || { n: 0 };
  session.n++, served++;
  sessions.set(id, session);
  let body = '';
  request.on('data', (data) => (body += data)).on('end', () => {
    response.setHeader('x-seen', session.n);
    response.end(JSON.stringify({ id, n: session.n, served, body }));
  });
});
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
const finish = () => {
  agent.destroy();
  server.close();
  const { user, system } = process.cpuUsage();
  console.log((user + system) / 1000);
};
const one = () => {
  if (started++ >= total) return;
  http.get({ port: server.address().port, path: `/${started % 50}`, agent }, (response) => {
    response.resume().on('end', () => (++done === total ? finish() : one()));
  });
};
server.listen(0, () => {
  for (let i = 0; i < 8; i++) one();
});
