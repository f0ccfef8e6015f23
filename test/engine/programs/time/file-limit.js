'use strict';
// A process whose files may not grow beyond a limit is told EFBIG when it writes more, as without us: the trace that we write
// in it keeps to the limit, too, instead of having the process ended by SIGXFSZ.
const assert = require('assert');
const { spawnSync } = require('child_process');
const { main, scratch } = require('./rig');

const write = `require('fs').writeFileSync(${JSON.stringify(`${scratch()}/big`)}, Buffer.alloc(65536))`;

main(async () => {
  const words = ['-c', 'ulimit -f 1 && exec "$@"', 'sh', process.execPath, '-e', write];
  const { status, signal, stderr } = spawnSync('sh', words, { encoding: 'utf8' });
  assert.match(stderr, /EFBIG/);
  assert.deepStrictEqual([status, signal], [1, null]);
});
