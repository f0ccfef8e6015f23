'use strict';
// A cluster whose worker waits for requests that never come.
// outcome: stuck
const cluster = require('cluster');
const http = require('http');

if (cluster.isPrimary) cluster.fork();
else http.createServer(() => {}).listen(0);
