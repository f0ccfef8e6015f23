'use strict';
// A test is a name and a function that throws; summary() prints what scripts/test counts. The program under test is the one
// built last: in `make test` that is the sanitized one, so that every case also looks for memory errors.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');
const builds = ['build/sanitize/interloper', 'build/interloper'].map(name => path.join(root, name));
const built = builds.filter(name => fs.existsSync(name)).sort((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs);
const program = process.env.INTERLOPER || built[0];

if (!program) {
  console.log('FAILED no program: make build\n0 passed, 1 failed');
  process.exit(1);
}

let passed = 0;
let failed = 0;
const made = [];

function test(name, body) {
  try {
    body();
    passed++;
  } catch (error) {
    failed++;
    console.log(`FAILED ${name}\n  ${String(error.message).replaceAll('\n', '\n  ')}`);
  }
}

function summary() {
  for (const place of made) fs.rmSync(place, { recursive: true, force: true });
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}

function run(args, options = {}) {
  const result = spawnSync(program, args, {
    encoding: 'utf8', timeout: 120000, maxBuffer: 1 << 28, ...options,
    env: { ...process.env, NO_COLOR: '1', ...options.env },
  });
  if (result.error) throw result.error;
  if (result.signal || /AddressSanitizer|runtime error:|LeakSanitizer/.test(result.stderr))
    throw new Error(`interloper ${args.join(' ').slice(0, 300)}: ${result.signal || ''}\n${result.stderr.slice(0, 4000)}`);
  return { code: result.status, out: result.stdout, err: result.stderr };
}

function check(args, options) {
  const result = run(['check', '--format', 'json', ...args], options);
  return { ...result, json: result.out ? JSON.parse(result.out) : null };
}

// A folder with these files; an object is a folder, a string a file's text.
function folder(files) {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'interloper-check-'));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(place, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  made.push(place);
  return place;
}

module.exports = { check, folder, program, root, run, summary, test };
