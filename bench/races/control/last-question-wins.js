'use strict';
// control of last-answer-wins.js: an answer counts only if nothing was asked since.
const { serve, ask, listen, pause, fail } = require('../rig');

let shown = '', asked = 0;
const server = serve(line => `results for ${line}`);
(async () => {
  const port = await listen(server);
  const search = async word => {
    const number = (asked += 1);
    const answer = await ask(port, word);
    if (number === asked) shown = answer;
  };
  await Promise.all([search('ca'), pause(20).then(() => search('cat'))]);
  server.close();
  if (shown !== 'results for cat') fail(`shows ${shown}`);
})();
