// A server that answers a page twice (it is looked at, then its event tried), and is gone. PORT
'use strict';

let loads = 0;
const page = '<button onclick="fetch(\'/a\').then((a) => a.text()).then((t) => { out.textContent = t; })">Go</button><p id="out"></p>';
require('http').createServer((request, response) => {
  if (request.url === '/' && ++loads > 2) {
    console.log('good bye');
    process.exit(9);
  }
  response.setHeader('Content-Type', request.url === '/' ? 'text/html' : 'text/plain');
  response.end(request.url === '/' ? page : 'answer');
}).listen(Number(process.argv[2]), '127.0.0.1');
