'use strict';
// control of token-waiters.js. Whoever needs the token waits for the promise of it; who comes late finds it kept. No list has to
// be called, so nobody can come when it was called already.
const fs = require('fs/promises');
const { folder, serve, ask, listen, pause, fail } = require('../rig');

const file = `${folder()}/users`;
let renewals = 0;
const keystone = serve(() => pause(30).then(() => `token-${(renewals += 1)}`));
let port, token = null;
async function request(name) {
  token ??= ask(port, 'renew');
  const users = await fs.readFile(file, 'utf8');
  return users.includes(name) ? `${name} with ${await token}` : 'unknown';
}
const answers = [];
(async () => {
  await fs.writeFile(file, 'ann bob eve');
  port = await listen(keystone);
  answers.push(...(await Promise.all([request('ann'), pause(20).then(() => request('bob')), pause(60).then(() => request('eve'))])));
  keystone.close();
})().catch(error => fail(error.message));
process.on('exit', code => {
  if (!code && answers.join() !== 'ann with token-1,bob with token-1,eve with token-1') fail(`answers ${answers}`);
});
