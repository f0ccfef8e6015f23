'use strict';
// node documents.js CLONE WORK [PATTERN]: see run.
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');

const [clone, work, pattern = ''] = process.argv.slice(2);
const update = process.env.UPDATE === '1';
const program = process.env.INTERLOPER || path.join(clone, 'build/interloper');
let passed = 0;
let failed = 0;
const judge = (what, complaint) => {
  if (!complaint) passed++;
  else {
    failed++;
    console.log(`FAILED: ${what}\n${complaint}`);
  }
};

// ---- documents ----

const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].concat(
  fs.readdirSync(path.join(clone, 'docs')).filter(name => name.endsWith('.md')).map(name => `docs/${name}`),
);
const textOf = name => fs.readFileSync(path.join(clone, name), 'utf8');

// Fenced and indented blocks, as arrays of lines; a fence within a list is indented itself.
function blocksOf(text) {
  const blocks = [];
  let fence = null;
  let indented = null;
  for (const line of text.split('\n')) {
    if (/^\s*```/.test(line)) {
      fence = fence ? null : [];
      if (fence) blocks.push(fence);
    } else if (fence) fence.push(line);
    else if (/^ {4}\S/.test(line)) {
      if (!indented) blocks.push((indented = []));
      indented.push(line.slice(4));
    } else indented = null;
  }
  return blocks;
}

// The command of a line, in a shell's, YAML's or Jenkins' words; without a comment behind it.
function commandOf(line) {
  const bare = line
    .replace(/^\s*(\$ |- run: |- |sh ')?/, '')
    .replace(/'\s*$/, match => (/^\s*sh '/.test(line) ? '' : match))
    .replace(/\s{2,}(#.*|\([a-z]+\))$/, '')
    .trim();
  return /^(npx (--yes )?interloper|interloper [a-z]+ |make |npm |docker |node (test|bench)\/|(test|bench|scripts)\/)/.test(`${bare} `)
    ? bare.replace('npx --yes interloper', 'npx interloper')
    : null;
}

const found = new Map(); // command → {document, shown}: shown where it is followed by what it prints
for (const document of documents)
  for (const block of blocksOf(textOf(document)))
    block.forEach((line, at) => {
      const command = commandOf(line);
      if (!command || /[─│┌]/.test(line) || /^interloper run {2,}/.test(command)) return;
      const rest = block.slice(at + 1);
      const end = rest.findIndex(other => other.startsWith('$ '));
      const shown = line.startsWith('$ ') ? (end < 0 ? rest : rest.slice(0, end)) : null;
      if (!found.has(command) || shown) found.set(command, { document, shown });
    });

// ---- links ----

const anchorOf = heading =>
  heading.toLowerCase().replace(/[`*]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[^\p{L}\p{N} _-]/gu, '').trim().replace(/ /g, '-');
const anchorsOf = name =>
  new Set(textOf(name).split('\n').filter(line => /^#+ /.test(line)).map(line => anchorOf(line.replace(/^#+ /, ''))));

for (const document of documents)
  for (const [, target] of textOf(document).replace(/^```[^]*?^```/gm, '').matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [file, anchor] = target.split('#');
    const name = file ? path.join(path.dirname(document), file) : document;
    if (!fs.existsSync(path.join(clone, name))) judge(`${document}: ${target}`, 'there is no such file');
    else if (anchor && !anchorsOf(name).has(anchor)) judge(`${document}: ${target}`, 'there is no such heading');
    else judge(target, null);
  }

// ---- options that are named in running text ----

const helps = new Map();
function helpOf(command) {
  if (!helps.has(command)) {
    const { status, stdout } = spawnSync(program, [command, '--help'], { encoding: 'utf8' });
    helps.set(command, status === 0 ? stdout : null);
  }
  return helps.get(command);
}
for (const document of documents)
  for (const [, command, words] of textOf(document).matchAll(/`(?:npx )?interloper ([a-z]+)( [^`]*)?`/g)) {
    const help = helpOf(command);
    const own = (words || '').split(' -- ')[0];
    const unknown = [...own.matchAll(/ (--[a-z-]+)/g)].map(match => match[1]).filter(option => help && option !== '--help' && !help.includes(option));
    judge(`${document}: interloper ${command}`, help === null ? 'there is no such command' : unknown.length ? `has no ${unknown}` : null);
  }

// ---- command lines ----

// What differs from run to run and from machine to machine.
const masked = text =>
  text
    .replace(/\x1b\[[0-9;]*m/g, '')
    .replaceAll(work, 'WORK')
    .replaceAll(clone, 'CLONE')
    .replace(/\d+(\.\d+)? (ms|s|min)\b/g, 'TIME')
    .replace(/^(run|seed|baseline|explored|coverage) .*$/gm, line =>
      /^seed/.test(line) ? line.replace(/[0-9a-f]+, strategy/, 'SEED, strategy') : line.replace(/\d+(\.\d+)?/g, 'N'))
    .replace(/in \d+ of \d+ runs/g, 'in N of N runs')
    .replace(/first in run \d+ \([a-z]+\)/g, 'first in run N')
    .replace(/--seed [0-9a-f]+ --first-run \d+/g, '--seed SEED --first-run N')
    .replace(/\(\d+ holds? of \d+\)/g, '(N holds of N)')
    .split('\n').map(line => line.trimEnd()).join('\n').trim();

const rows = textOf('test/docs/commands').split('\n').filter(line => line && !line.startsWith('#')).map(line => {
  const at = line.indexOf(' | ');
  return { how: line.slice(0, at), command: line.slice(at + 3) };
});

const bin = path.join(work, 'bin');
fs.mkdirSync(bin);
fs.symlinkSync(program, path.join(bin, 'interloper'));
fs.writeFileSync(path.join(bin, 'npx'), '#!/bin/sh\n# npx as if the package were installed: test/ship/run installs it.\n[ "$1" != --yes ] || shift\nexec "$@"\n', { mode: 0o755 });
const environment = { ...process.env, PATH: `${bin}:${process.env.PATH}`, GITHUB_STEP_SUMMARY: path.join(work, 'summary.md'), NO_COLOR: '1' };
delete environment.NODE_OPTIONS;

const folders = new Map();
function folderOf(name) {
  if (name === '.') return clone;
  if (!folders.has(name)) {
    const from = ['examples', 'test/docs'].map(place => path.join(clone, place, name)).find(place => fs.existsSync(place));
    folders.set(name, path.join(work, name));
    fs.cpSync(from, folders.get(name), { recursive: true, filter: source => path.basename(source) !== '.interloper' });
  }
  return folders.get(name);
}

function difference(wanted, got) {
  if (wanted === got) return null;
  const [left, right] = [wanted.split('\n'), got.split('\n')];
  const at = left.findIndex((line, index) => line !== right[index]);
  const line = at < 0 ? left.length : at;
  return `differs in line ${line + 1}:\n- ${left[line] ?? '(nothing)'}\n+ ${right[line] ?? '(nothing)'}`;
}

function runRow({ how, command }) {
  const [status, folder, quiet] = how.split(' ');
  const cwd = folderOf(folder);
  const result = spawnSync('bash', ['-c', command], { cwd, env: environment, encoding: 'utf8', input: '', timeout: 600e3, maxBuffer: 1e8 });
  const wantedStatus = status === 'shown' ? 1 : Number(status);
  if (result.status !== wantedStatus) return `exit status ${result.status}, not ${wantedStatus}\n${result.stdout}${result.stderr}`;
  if (quiet) return null;
  let output = result.stdout;
  for (const [, target] of command.matchAll(/[^<]>>?\s*(\S+)/g))
    output += spawnSync('bash', ['-c', `cat ${target}`], { cwd, env: environment, encoding: 'utf8' }).stdout;
  if (status === 'shown') return difference(masked(found.get(command).shown.join('\n')), masked(output));
  const file = path.join(clone, 'test/docs/expected', command.replace(/[^a-z0-9]+/gi, '-').slice(0, 60));
  if (update) fs.writeFileSync(file, `${masked(output)}\n`);
  return difference(fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '', masked(output));
}

const targets = new Set([...textOf('Makefile').matchAll(/^([a-z-]+):/gm)].map(match => match[1]));
for (const [command, { document }] of found) {
  const [, script] = /^(?:node )?((?:test|bench|scripts)\/\S+)/.exec(command) || [];
  const [, target] = /^make ([a-z]+)$/.exec(command) || [];
  if (script) judge(`${document}: ${command}`, fs.existsSync(path.join(clone, script)) ? null : `there is no ${script}`);
  else if (target) judge(`${document}: ${command}`, targets.has(target) ? null : 'the Makefile has no such target');
  else if (!rows.some(row => row.command === command)) judge(`${document}: ${command}`, 'has no row in test/docs/commands');
}
// A row builds on those of its folder that stand before it: of a part, they are run, too.
const matches = row => !row.how.startsWith('not: ') && row.command.includes(pattern);
const isNeeded = ({ folder }, index, list) => list.slice(index).some(later => later.folder === folder && matches(later));
const withFolder = rows.map(row => ({ ...row, folder: row.how.split(' ')[1] }));
withFolder.forEach((row, index) => {
  if (!found.has(row.command)) judge(row.command, 'stands in test/docs/commands and in no document');
  else if (!row.how.startsWith('not: ') && isNeeded(row, index, withFolder)) judge(`${found.get(row.command).document}: ${row.command}`, runRow(row));
});

// ---- what is printed for programs ----

const schemas = [
  ['run', 'flaky', ['run', '--seed', 'b', '--runs', '4', '--format', 'json', '--', 'node', 'settings.test.js']],
  ['replay', 'flaky', ['replay', '--times', '2', '--format', 'json', '.interloper/f1.schedule']],
  ['minimize', 'flaky', ['minimize', '--format', 'json', '.interloper/f1.schedule']],
  ['explain', 'flaky', ['explain', '--format', 'json', '.interloper/f1.schedule']],
  ['run', 'flaky', ['merge', '--format', 'json', '.interloper']],
  ['rules', 'flaky', ['explain', '--format', 'json']],
  ['check', 'project', ['check', '--format', 'json', '.']],
  ['detect', 'project', ['detect', '--format', 'json', '--', 'node', 'test/upload.js']],
  ['web', 'page', ['web', '--format', 'json', '.']],
];
const toRun = schemas.map(([name, folder, words]) => ({ name, folder, words, how: '', command: `interloper ${words.join(' ')}` }));
for (const [index, { name, folder, words }] of toRun.entries()) {
  if (!isNeeded(toRun[index], index, toRun)) continue;
  const file = path.join(work, `${words[0]}.json`);
  const { stdout, stderr } = spawnSync(program, words, { cwd: folderOf(folder), env: environment, encoding: 'utf8', timeout: 600e3, maxBuffer: 1e8 });
  fs.writeFileSync(file, stdout);
  const { status, stdout: said } = spawnSync(process.execPath, [path.join(__dirname, 'schema.js'), name, file], { encoding: 'utf8' });
  judge(`interloper ${words.join(' ')}`, status === 0 ? null : `${said}${stderr}`);
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
