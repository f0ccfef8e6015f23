'use strict';
// A static binary in the tree, which no preloaded library can enter: it sleeps for 300 ms of real
// time, and its exit and output beat 10 s.
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { execFile, execFileSync } = require('child_process');
const { promisify } = require('util');
const { guard, main, pause, scratch } = require('./rig');

const source = `
#include <stdio.h>
#include <unistd.h>
int main(void) { usleep(300000); puts("static"); return 0; }
`;

main(async () => {
  const program = path.join(scratch(), 'static');
  fs.writeFileSync(`${program}.c`, source);
  execFileSync('gcc', ['-static', '-o', program, `${program}.c`]);
  const { stdout } = await guard(10000, 'static', promisify(execFile)(program));
  assert.strictEqual(stdout, 'static\n');
  await pause(3000);
});
