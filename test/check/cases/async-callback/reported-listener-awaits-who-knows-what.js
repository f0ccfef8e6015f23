// rules: async-callback
const { fork } = require('child_process');
const { put, server, database } = require('./channels');
module.exports = (file, output) => {
  const child = fork(file);
  child.on('message', async data => { // expect: async-callback note
    await put(output, data);
  });
  child.on('exit', async () => { // expect: async-callback note
    await server.close();
  });
  child.on('error', async error => { // expect: async-callback warning
    await put(output, error);
    await database.insert({ error });
  });
};
