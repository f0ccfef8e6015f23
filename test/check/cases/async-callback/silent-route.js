// The framework awaits its handlers.
const { app } = require('./app');

app.get('/users/:id', async (request, reply) => {
  const user = await app.db.find(request.params.id);
  reply.send(user);
});
