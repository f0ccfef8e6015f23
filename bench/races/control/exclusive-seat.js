'use strict';
// control of double-login.js: the file system decides who is first.
const fs = require('fs/promises');
const { folder, serve, ask, listen, pause, fail } = require('../rig');

const file = `${folder()}/seat`;
const server = serve(who => fs.writeFile(file, who, { flag: 'wx' }).then(() => 'yes', () => 'no'));
(async () => {
  const port = await listen(server);
  const answers = await Promise.all([ask(port, 'a'), pause(50).then(() => ask(port, 'b'))]);
  server.close();
  if (answers.sort().join() !== 'no,yes') fail(`one seat: ${answers}`);
})();
