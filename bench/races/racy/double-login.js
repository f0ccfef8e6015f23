'use strict';
// origin: check-then-act over requests (Node.fz, KUE), own code. Two requests take the last seat.
const fs = require('fs/promises');
const { folder, serve, ask, listen, pause, fail } = require('../rig');

const file = `${folder()}/seat`;
const server = serve(async who => {
  const taken = await fs.stat(file).then(() => true, () => false);
  if (taken) return 'no';
  await fs.appendFile(file, who); // guilty: somebody else may have it by now
  return 'yes';
});
(async () => {
  const port = await listen(server);
  const answers = await Promise.all([ask(port, 'a'), pause(50).then(() => ask(port, 'b'))]);
  server.close();
  if (answers.join() === 'yes,yes') fail('one seat was sold twice');
})();
