'use strict';
// origin: commutative-ordering violation (Node.fz, SIO), own code. Of two searches the answer that
// comes last is shown, not that of the last question.
const { serve, ask, listen, pause, fail } = require('../rig');

let shown = '';
const server = serve(line => `results for ${line}`);
(async () => {
  const port = await listen(server);
  const search = async word => {
    shown = await ask(port, word); // guilty: an older answer overwrites a newer one
  };
  await Promise.all([search('ca'), pause(20).then(() => search('cat'))]);
  server.close();
  if (shown !== 'results for cat') fail(`shows ${shown}`);
})();
