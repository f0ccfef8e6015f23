// Errors go to next; the handler itself returns nothing.
const express = require('express');
const { findUser } = require('./users');

const app = express();

app.use(express.json());
app.get('/users/:id', (request, response, next) => {
  findUser(request.params.id)
    .then(user => {
      if (!user) return response.status(404).end();
      response.json(user);
    })
    .catch(next);
});
app.use((error, request, response, next) => {
  response.status(500).send(error.message);
});

module.exports = app;
