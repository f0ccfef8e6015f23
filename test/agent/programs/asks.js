// Each operation is asked for by a function that is named after it, and so is its callback. The comments say what a log
// with stacks must have: `asked KEY: FUNCTION`, `calls KEY: FUNCTION`.
'use strict';
const fs = require('fs');
const net = require('net');
const zlib = require('zlib');
const dns = require('dns');
const { execFile } = require('child_process');

function asksStat() {
    fs.stat('/', gotStat); // asked fs.stat#1: asksStat
}
function gotStat() {
    zlib.gzip('x', gotZip); // calls fs.stat#1: gotStat; asked work#1: gotStat
}
function gotZip() {
    dns.lookup('localhost', gotAddress); // asked dns.lookup#1: gotZip
}
function gotAddress() {
    setTimeout(gotTime, 5); // calls dns.lookup#1: gotAddress; sets timer: gotAddress
}
function gotTime() {
    fs.lstat('/', () => {}); // calls timers: gotTime; asked fs.lstat#1: gotTime
    const server = net.createServer(gotConnection).listen(0, '127.0.0.1', function listens() {
        net.connect(server.address().port, '127.0.0.1', connected).on('data', gotData);
    });
    function gotData() {
        server.close();
        execFile(process.execPath, ['-e', ''], function ended() {
            fs.readdir('/', () => {}); // asked fs.scandir#1: ended
        });
    }
}
function gotConnection(socket) {
    socket.end('x'); // asked tcp.read#1 "to: gotConnection
}
function connected() {
    fs.access('/', () => {}); // calls tcp.write#1 "to: connected; asked fs.access#1: connected
}
asksStat();
