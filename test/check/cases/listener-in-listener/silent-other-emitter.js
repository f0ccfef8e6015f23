// The inner emitter is a new one each time.
const net = require('node:net');

const server = net.createServer();
server.on('connection', socket => {
  socket.on('data', chunk => console.log(chunk.length));
  socket.on('error', error => console.error(error.message));
});
server.listen(8080);
