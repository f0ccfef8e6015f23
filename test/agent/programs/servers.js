'use strict';
// Time-outs of sockets and servers, refreshed and cleared all the time; fake timers; AbortSignal.
const http = require('http');
const server = http.createServer((request, response) => response.end('ok'));
server.keepAliveTimeout = 2000;
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
let left = 5;
const next = () => http.get({ port: server.address().port, agent, timeout: 3000 }, (response) => {
    response.resume().on('end', () => (--left ? next() : (server.close(), agent.destroy(), console.log('done'))));
});
server.listen(0, next);
AbortSignal.timeout(1500).addEventListener('abort', (event) => console.log(event.type));
const original = setTimeout;
globalThis.setTimeout = (...all) => original(...all);
globalThis.setTimeout(() => console.log('replaced'), 3);
original(function () { console.log(this._idleTimeout, this.hasRef()); }, 4);
const timer = original(() => console.log('refreshed'), 50);
original(() => timer.refresh(), 30);
