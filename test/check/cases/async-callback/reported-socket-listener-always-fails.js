// Whatever comes, the listener fails.
const { WebSocketServer } = require('ws');

async function handle(message) {
  throw new Error(`no such message: ${message}`);
}

new WebSocketServer({ port: 80 }).on('connection', socket => {
  socket.on('message', async message => { // expect: async-callback @5
    await handle(message);
  });
});
