'use strict';
// POST /register with an e-mail address: 201 for a new account, 409 where there is one already.
const http = require('http');

async function register(store, email) {
  if (await store.find(email)) return 409;
  await store.insert({ email, since: new Date().toISOString() });
  return 201;
}

async function bodyOf(request) {
  let body = '';
  for await (const part of request) body += part;
  return body;
}

exports.createService = store =>
  http.createServer(async (request, response) => {
    const status = await register(store, await bodyOf(request)).catch(() => 500);
    response.writeHead(status).end();
  });
