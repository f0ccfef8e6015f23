// The server may emit on it.
const { EventEmitter } = require('node:events');
const { serve } = require('./server');

const log = new EventEmitter();
log.on('line', line => console.log(line));
serve(log);
