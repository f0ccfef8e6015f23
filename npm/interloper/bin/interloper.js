#!/usr/bin/env node
// Starts the program of the package for this machine, and ends as it ends.
'use strict';
const { spawn } = require('child_process');
const fs = require('fs');
const path = require('path');

const EXIT_ENVIRONMENT = 4;

function fail(line) {
  process.stderr.write(`interloper: ${line}\n`);
  process.exit(EXIT_ENVIRONMENT);
}

function findProgram() {
  const name = `@interloper/${process.platform}-${process.arch}`;
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch))
    fail(`there is no package for ${process.platform} on ${process.arch}; use it on Linux (x64 or arm64), in a container or in WSL`);
  try {
    return path.join(path.dirname(require.resolve(`${name}/package.json`)), 'bin', 'interloper');
  } catch {
    return fail(`the package ${name} is missing; install again without --omit=optional and --no-optional`);
  }
}

// The shim is made for glibc. The file alone says nothing: musl can be installed beside glibc.
function isMusl() {
  const loader = `/lib/ld-musl-${process.arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`;
  return fs.existsSync(loader) && !process.report.getReport().header.glibcVersionRuntime;
}

const PRELOADING = ['run', 'replay', 'minimize', 'detect'];
const words = process.argv.slice(2);
if (PRELOADING.includes(words[0]) && !words.includes('--help') && isMusl())
  fail(`'${words[0]}' needs a Node that is linked with glibc (Debian, Ubuntu, Fedora …); this one is linked with musl (Alpine?)`);

const program = findProgram();
const child = spawn(program, words, { stdio: 'inherit' });
child.on('error', (error) => fail(`cannot start ${program}: ${error.message}`));

// A terminal sends Ctrl+C to both; the program ends in its own way, and so do we. Others are passed on.
process.on('SIGINT', () => {});
for (const name of ['SIGTERM', 'SIGHUP', 'SIGUSR2'])
  process.on(name, () => child.kill(name));

child.on('exit', (code, signal) => {
  if (signal === null)
    process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
