'use strict';
// origin: mongo-express, issue 500 (NACD 19 and 20), own code. The server takes requests before the connection to its
// database is open; an early one finds no database.
const fs = require('fs');
const http = require('http');
const { folder, serve, ask, listen, pause, fail } = require('../rig');

const file = `${folder()}/databases`;
fs.writeFileSync(file, 'admin local');
const backend = serve(() => fs.promises.readFile(file, 'utf8'));
const mongo = {};
const web = http.createServer((request, response) => {
  try {
    response.end(mongo.databases.join()); // guilty: not open yet
  } catch (error) {
    response.writeHead(500).end(error.message);
  }
});
(async () => {
  const [database, port] = await Promise.all([listen(backend), listen(web)]);
  ask(database, 'listDatabases').then(text => {
    mongo.databases = text.split(' '); // guilty: nobody waits for it
    backend.close();
  });
  await pause(130);
  http.get({ port, host: '127.0.0.1', agent: false }, response => {
    response.resume().on('end', () => web.close());
    if (response.statusCode !== 200) fail(`expected 200, got ${response.statusCode}`);
  });
})();
