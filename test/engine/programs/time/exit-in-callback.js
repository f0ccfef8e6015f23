'use strict';
// process.exit in a callback, with files, timers and a server still open.
// outcome: exit 7
const fs = require('fs');
const net = require('net');

net.createServer().listen(0, '127.0.0.1');
setInterval(() => {}, 100);
for (let i = 0; i < 20; i++) fs.stat(__filename, () => {});
fs.readFile(__filename, () => process.exit(7));
