'use strict';
// What is piped into a program is assumed to have been read when a file has been looked at twice:
// the input is short, and was there before the program began.
// control: poll
// fails: delay
const { spawn } = require('child_process');
const fs = require('fs');
const { main, pause } = require('./rig');

async function inParent() {
  const script = `echo options | "${process.execPath}" "${__filename}" child`;
  const child = spawn('sh', ['-c', script], { stdio: 'inherit' });
  const code = await new Promise(resolve => child.on('exit', resolve));
  if (code) throw new Error('the child failed');
}

async function inChild() {
  let input = '';
  process.stdin.on('data', data => (input += data));
  const ended = new Promise(resolve => process.stdin.on('end', resolve));
  await fs.promises.stat(__filename);
  await pause(10);
  await fs.promises.stat(__filename);
  const seen = input;
  await ended;
  if (seen !== 'options\n') throw new Error('the file was looked at before the input was read');
}

if (process.argv[2]) main(inChild);
else main(inParent);
