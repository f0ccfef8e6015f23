'use strict';
// Signals: to ourselves, from a child, to a child that handles it, and from a process that sends it
// after 300 ms of real time. Each beats 10 s.
const assert = require('assert');
const { spawn } = require('child_process');
const { once } = require('events');
const { background, guard, main } = require('./rig');

main(async () => {
  const keep = setInterval(() => {}, 60000); // a signal handler alone does not keep Node alive
  const own = guard(10000, 'own', once(process, 'SIGUSR2'));
  process.kill(process.pid, 'SIGUSR2');
  await own;

  const foreign = guard(10000, 'foreign', once(process, 'SIGUSR2'));
  background('sleep 0.3; kill -USR2 "$1"', process.pid);
  await foreign;

  const script = 'trap "exit 7" TERM; echo ready; while :; do sleep 0.05; done';
  const child = spawn('sh', ['-c', script]);
  const closed = once(child, 'close');
  await guard(10000, 'ready', once(child.stdout, 'data'));
  child.kill('SIGTERM');
  assert.deepStrictEqual(await guard(10000, 'child', closed), [7, null]);
  clearInterval(keep);
});
