'use strict';
// origin: fiware-pep-steelskin, issue 269 (Node.fz, FPS; NACD 2), own code. While a token is being renewed, requests stand in a
// queue; one that decided to stand there, but had to read its user first, comes when the queue was served, and hangs.
const fs = require('fs/promises');
const { folder, serve, ask, listen, pause, fail } = require('../rig');

const file = `${folder()}/users`;
const keystone = serve(() => pause(120).then(() => 'token-2'));
let port, token, renewing = false, waiting = [];
async function renew() {
  renewing = true;
  token = await ask(port, 'renew');
  renewing = false;
  for (const go of waiting) go(); // guilty: who comes later is not called
  waiting = [];
}
async function request(name) {
  const mustWait = renewing;
  const users = await fs.readFile(file, 'utf8');
  if (!users.includes(name)) return 'unknown';
  if (mustWait) await new Promise(resolve => waiting.push(resolve)); // guilty: the token may have come meanwhile
  return `${name} with ${token}`;
}
let answer;
process.on('beforeExit', () => {
  if (answer !== 'ann with token-2') fail('the request hangs');
});
(async () => {
  await fs.writeFile(file, 'ann bob');
  port = await listen(keystone);
  const renewed = renew();
  await pause(20);
  const asked = request('ann');
  await renewed;
  keystone.close();
  answer = await asked;
})();
