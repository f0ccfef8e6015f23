'use strict';
// node bench/check/draw.js COUNT SEED [--rule=NAME...] FOLDER...: checks every folder below each FOLDER (a package each), drops copies of a
// finding (the same rule and line of text in another build of the same package), and draws COUNT of the rest at random,
// always the same ones for a SEED. docs/check-findings.md judges such a draw.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const [count, seed, ...rest] = process.argv.slice(2);
const rules = rest.filter(word => word.startsWith('--')), folders = rest.filter(word => !word.startsWith('--'));
const interloper = path.resolve('build/interloper');

function findingsIn(folder, name) {
  const { stdout, status, signal } = spawnSync(interloper, ['check', '--format', 'json', ...rules, name],
    { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 30 });
  if (signal || status > 2) throw new Error(`${name}: ${signal || status}`);
  return stdout ? JSON.parse(stdout).findings.map(finding => ({ ...finding, package: name, folder })) : [];
}

const lineOf = ({ folder, file, line }) => fs.readFileSync(path.join(folder, file), 'utf8').split('\n')[line - 1].replace(/\W/g, '');

function shuffle(list, state) {
  for (let i = list.length - 1; i > 0; i--) {
    state = (state * 48271) % 2147483647;
    const j = state % (i + 1);
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}

const all = folders.flatMap(folder => fs.readdirSync(folder).sort().flatMap(name => findingsIn(folder, name)));
const distinct = [...new Map(all.map(finding => [`${finding.package} ${finding.rule} ${lineOf(finding)}`, finding])).values()];
console.log(`${all.length} findings, ${distinct.length} without copies`);
for (const { severity, rule, file, line, message } of shuffle(distinct, Number(seed)).slice(0, Number(count)))
  console.log(`${file}:${line} ${severity} ${rule}: ${message}`);
