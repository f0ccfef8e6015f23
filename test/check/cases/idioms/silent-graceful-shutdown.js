// A server that ends its connections before it goes.
const http = require('node:http');

const server = http.createServer((request, response) => {
  response.end('hello\n');
});

server.listen(8080, () => console.log('listening'));

function shutDown() {
  server.close(error => {
    process.exitCode = error ? 1 : 0;
  });
  setTimeout(() => process.exit(1), 5000).unref();
}

process.on('SIGINT', shutDown);
process.on('SIGTERM', shutDown);
