'use strict';
// node reduce.js SEED|FILE: the smallest program we find whose order still differs between Node and the abstract loop.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { generate } = require('./generate');
const { run } = require('../harness');

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'interloper-reduce-'));
const file = path.join(place, 'p.js');

function orders(text) {
  fs.writeFileSync(file, text);
  const real = spawnSync(process.execPath, [file], { encoding: 'utf8', timeout: 3000 });
  if (real.status !== 0 || /Error\b/.test(real.stdout)) return null;
  const abstract = JSON.parse(run(['check', '--log-order', file]).out);
  return abstract.log === undefined ? null : [real.stdout.trim(), abstract.log.trim()];
}

function differs(lines) {
  const text = lines.join('\n');
  try {
    new Function('require', text);
  } catch {
    return false;
  }
  const found = orders(text);
  return found !== null && found[0] !== found[1];
}

function reduce(lines) {
  for (let size = Math.ceil(lines.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < lines.length;) {
      const shorter = [...lines.slice(0, at), ...lines.slice(at + size)];
      if (differs(shorter)) lines = shorter;
      else at++;
    }
  }
  return lines;
}

const given = process.argv[2];
let lines = (/^\d+$/.test(given) ? generate(Number(given)) : fs.readFileSync(given, 'utf8')).trim().split('\n');
if (!differs(lines)) console.log('no difference');
else {
  for (let before = Infinity; lines.length < before;) {
    before = lines.length;
    lines = reduce(lines);
  }
  const [real, abstract] = orders(lines.join('\n'));
  console.log(`${lines.join('\n')}\n// Node:       ${real.replaceAll('\n', ' | ')}\n// interloper: ${abstract.replaceAll('\n', ' | ')}`);
}
fs.rmSync(place, { recursive: true, force: true });
