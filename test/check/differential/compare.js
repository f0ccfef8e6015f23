'use strict';
// The differential test: random programs run in Node and in the abstract event loop; the order of their log lines must be
// the same. node compare.js [--count N] [--seed S] [--keep]
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { generate } = require('./generate');
const { program, run } = require('../harness');

const option = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const COUNT = option('count', 2400);
const SEED = option('seed', 1);
const AT_LEAST = Math.min(2000, Math.floor(COUNT * 0.8)); // programs that must count
const BATCH = 400;
const RETRIES = 4;

function node(files) {
  const out = execFileSync(process.execPath, [path.join(__dirname, 'runtime.js'), ...files],
    { encoding: 'utf8', maxBuffer: 1 << 28 });
  return new Map(out.trim().split('\n').map(line => JSON.parse(line)).map(result => [result.file, result]));
}

function abstractLoop(files) {
  const { code, out, err } = run(['check', '--log-order', ...files]);
  if (code !== 0) throw new Error(`exit ${code}: ${err}`);
  return new Map(out.trim().split('\n').map(line => JSON.parse(line)).map(result => [result.file, result]));
}

// Where the first run disagrees or came late, Node is asked again, alone: only an order it repeats is determined.
function determined(file, first) {
  const again = [];
  for (let i = 0; i < RETRIES && again.length < 2; i++) {
    const result = node([file]).get(file);
    if (!result.late) again.push(result.log);
  }
  if (again.length < 2 || again[0] !== again[1]) return null;
  return first.late || again[0] === first.log ? again[0] : null;
}

function explain(file, wanted, found) {
  const a = wanted.split('\n'), b = found.split('\n');
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const part = lines => lines.slice(Math.max(0, at - 2), at + 4).join(' | ');
  console.log(`FAILED ${file}: line ${at + 1}\n  Node:       ${part(a)}\n  interloper: ${part(b)}`);
}

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'interloper-order-'));
const totals = { same: 0, different: 0, open: 0, gaveUp: 0 };
const reasons = new Map();

function judge(file, real, abstract) {
  if (abstract.gave_up !== undefined) {
    totals.gaveUp++;
    reasons.set(abstract.gave_up, (reasons.get(abstract.gave_up) || 0) + 1);
    return;
  }
  const found = abstract.log.replace(/\n$/, '');
  if (!real.late && real.log === found) {
    totals.same++;
    return;
  }
  const wanted = determined(file, real);
  if (wanted === null) totals.open++;
  else if (wanted === found) totals.same++;
  else {
    totals.different++;
    if (totals.different <= 10) explain(file, wanted, found);
  }
}

for (let start = 0; start < COUNT; start += BATCH) {
  const files = [];
  for (let i = start; i < Math.min(COUNT, start + BATCH); i++) {
    files.push(path.join(place, `${SEED + i}.js`));
    fs.writeFileSync(files.at(-1), generate(SEED + i));
  }
  const real = node(files), abstract = abstractLoop(files);
  for (const file of files) judge(file, real.get(file), abstract.get(file));
}

for (const [reason, count] of [...reasons].sort((a, b) => b[1] - a[1]).slice(0, 8)) console.log(`gave up ${count} times: ${reason}`);
const counted = totals.same + totals.different;
console.log(`order of ${counted} of ${COUNT} programs compared with Node ${process.version} (${path.relative('.', program)}): ` +
  `${totals.same} the same, ${totals.different} different; ${totals.open} not determined, ${totals.gaveUp} given up`);
if (totals.different && process.argv.includes('--keep')) console.log(`programs in ${place}`);
else if (!process.argv.includes('--keep')) fs.rmSync(place, { recursive: true, force: true });
const failed = totals.different + (counted < AT_LEAST ? 1 : 0);
if (counted < AT_LEAST) console.log(`FAILED only ${counted} programs counted, ${AT_LEAST} are wanted`);
console.log(`${totals.same} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
