'use strict';
// Ordering: the first request starts the initialisation and marks it done too early; a second one,
// 150 ms later, uses what is not there yet.
// fails: late delay pct
// guilty: 17
const fs = require('fs/promises');
const http = require('http');
const { listen, main, pause, text } = require('./rig');

let started = false;
let templates;

const server = http.createServer(async (_, response) => {
  try {
    if (!started) {
      started = true;
      templates = { page: await fs.readFile(__filename, 'utf8') };
    }
    response.end(String(templates.page.length));
  } catch (error) {
    response.writeHead(500).end(error.message);
  }
});

const get = port =>
  new Promise((resolve, reject) =>
    http
      .get({ port, host: '127.0.0.1', agent: false }, response =>
        text(response).then(body => resolve([response.statusCode, body]), reject),
      )
      .on('error', reject),
  );

main(async () => {
  const port = await listen(server);
  const first = get(port);
  await pause(150);
  const answers = await Promise.all([first, get(port)]);
  server.close();
  for (const [status, body] of answers) if (status !== 200) throw new Error(body);
});
