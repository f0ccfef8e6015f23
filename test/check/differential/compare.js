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

function node(files, together) {
  const out = execFileSync(process.execPath, [path.join(__dirname, 'runtime.js'), String(together), ...files],
    { encoding: 'utf8', maxBuffer: 1 << 28 });
  return new Map(out.trim().split('\n').map(line => JSON.parse(line)).map(result => [result.file, result]));
}

function abstractLoop(files) {
  const { code, out, err } = run(['check', '--log-order', ...files]);
  if (code !== 0) throw new Error(`exit ${code}: ${err}`);
  return new Map(out.trim().split('\n').map(line => JSON.parse(line)).map(result => [result.file, result]));
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

// One punctual run of Node that agrees is enough; to disagree Node must have said the same twice. The programs that are
// not decided yet run again, fewer at a time.
function decide(waiting) {
  const still = [];
  for (const item of waiting) {
    const { file, found, heard } = item;
    if (heard.includes(found)) totals.same++;
    else if (heard.some((log, i) => heard.indexOf(log) < i)) {
      totals.different++;
      if (totals.different <= 10) explain(file, heard.find((log, i) => heard.indexOf(log) < i), found);
    } else still.push(item);
  }
  return still;
}

function hear(items, together) {
  const real = node(items.map(item => item.file), together);
  for (const item of items) {
    const { log, late } = real.get(item.file);
    if (!late || log === item.found) item.heard.push(log);
  }
}

function compare(files) {
  const abstract = abstractLoop(files);
  let waiting = [];
  for (const file of files) {
    const { gave_up: reason, log } = abstract.get(file);
    if (reason === undefined) waiting.push({ file, found: log.replace(/\n$/, ''), heard: [] });
    else {
      const short = reason.replace(/^\S*: /, '');
      reasons.set(short, (reasons.get(short) || 0) + 1);
    }
  }
  totals.gaveUp += files.length - waiting.length;
  for (const together of [150, 40, 40, 10, 10, 1]) {
    if (waiting.length) hear(waiting, together);
    waiting = decide(waiting);
  }
  totals.open += waiting.length;
}

for (let start = 0; start < COUNT; start += BATCH) {
  const files = [];
  for (let i = start; i < Math.min(COUNT, start + BATCH); i++) {
    files.push(path.join(place, `${SEED + i}.js`));
    fs.writeFileSync(files.at(-1), generate(SEED + i));
  }
  compare(files);
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
