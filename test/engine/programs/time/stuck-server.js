'use strict';
// A server listens, and nobody is there who could connect.
// outcome: stuck
require('http').createServer().listen(0, '127.0.0.1');
