'use strict';
// node bench.js FOLDER [PACKAGE...]: see run. Both programs read the same files: those of the package that are neither
// minified nor TypeScript (which ESLint would need a parser for). CPU time and peak memory are GNU time's. They run in turn,
// twice each in three rounds, and the quickest run of each counts: a busy machine only adds to it, and the first of two finds
// the caches as the other program has left them (ours takes up to twice as long right behind ESLint).
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const place = path.resolve(process.argv[2]);
const interloper = path.resolve('build/interloper');
const packages = process.argv.length > 3 ? process.argv.slice(3)
  : ['express', 'fastify', 'undici', 'rxjs', 'mongoose', 'eslint', 'webpack', 'typescript'];
const corpus = path.join(place, 'corpus');

const isMinified = text => {
  const sample = text.slice(0, 65536);
  const long = sample.split('\n').filter(line => line.length > 500);
  return text.length > 2048 && long.reduce((sum, line) => sum + line.length, 0) * 2 > sample.length;
};

function* sources(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* sources(file);
    else if (/\.[cm]?js$/.test(entry.name) && !/\.min\.js$/.test(entry.name)) yield file;
  }
}

const lineCount = text => text.split('\n').length - 1;

// Copies a package's files and returns how many lines they have.
function prepare(name) {
  const from = path.join(place, 'node_modules', name), to = path.join(corpus, name);
  fs.rmSync(to, { recursive: true, force: true });
  let lines = 0;
  for (const file of sources(from)) {
    const text = fs.readFileSync(file, 'utf8');
    if (isMinified(text) || /@generated|do not edit/i.test(text.slice(0, 2048))) continue;
    const target = path.join(to, path.relative(from, file));
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, text);
    lines += lineCount(text);
  }
  return lines;
}

function measure(command, args) {
  const log = path.join(place, 'time.log');
  const start = performance.now();
  const result = spawnSync('/usr/bin/time', ['-q', '-f', '%U %S %M', '-o', log, command, ...args],
    { cwd: corpus, encoding: 'utf8', maxBuffer: 1 << 30 });
  if (result.status === null || result.status > 1)
    throw new Error(`${command} ${args.join(' ')}: exit ${result.status} ${result.signal || ''}\n${result.stderr.slice(0, 2000)}`);
  const wall = (performance.now() - start) / 1e3; // GNU time counts in 10 ms only
  const [user, system, kilobytes] = fs.readFileSync(log, 'utf8').trim().split(' ').map(Number);
  return { wall, cpu: Math.max(user + system, 0.005), megabytes: kilobytes / 1024, out: result.stdout };
}

const quickest = runs => ({ wall: Math.min(...runs.map(run => run.wall)), cpu: Math.min(...runs.map(run => run.cpu)),
  megabytes: Math.max(...runs.map(run => run.megabytes)), out: runs[0].out });

const check = target => measure(interloper, ['check', '--format', 'json', target]);
const lint = target => measure(process.execPath,
  ['--max-old-space-size=8000', path.join(place, 'node_modules/eslint/bin/eslint.js'), '--format', 'json', '--no-inline-config', target]);

function configure() {
  fs.mkdirSync(corpus, { recursive: true });
  fs.writeFileSync(path.join(corpus, 'eslint.config.mjs'), `import promise from 'eslint-plugin-promise';
export default [
  { files: ['**/*.js', '**/*.cjs', '**/*.mjs'], ...promise.configs['flat/recommended'] },
  { files: ['**/*.js', '**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
  { files: ['**/*.mjs', 'rxjs/dist/esm*/**', 'rxjs/dist/esm*/*.js'], languageOptions: { sourceType: 'module' } },
];
`);
}

const column = (value, width) => String(value).padStart(width);
const row = cells => console.log(cells.map(([value, width]) => column(value, width)).join(' '));

function compare() {
  row([['package', 11], ['lines', 8], ['ms', 7], ['ESLint ms', 10], ['ratio', 6], ['CPU ratio', 10], ['MB', 6], ['ESLint MB', 10],
    ['warnings', 9], ['per 5 KLoC', 11]]);
  const sum = { lines: 0, ours: 0, theirs: 0, warnings: 0 };
  for (const name of packages) {
    const lines = prepare(name);
    const rounds = Array.from({ length: 3 }, () => ({ ours: [check(name), check(name)], theirs: [lint(name), lint(name)] }));
    const ours = quickest(rounds.flatMap(round => round.ours)), theirs = quickest(rounds.flatMap(round => round.theirs));
    const warnings = JSON.parse(ours.out).findings.filter(finding => finding.severity !== 'note').length;
    row([[name, 11], [lines, 8], [(ours.wall * 1e3).toFixed(0), 7], [(theirs.wall * 1e3).toFixed(0), 10],
      [(theirs.wall / ours.wall).toFixed(1), 6], [(theirs.cpu / ours.cpu).toFixed(1), 10], [ours.megabytes.toFixed(0), 6],
      [theirs.megabytes.toFixed(0), 10], [warnings, 9], [(warnings * 5000 / lines).toFixed(2), 11]]);
    sum.lines += lines;
    sum.ours += ours.wall;
    sum.theirs += theirs.wall;
    sum.warnings += warnings;
  }
  console.log(`all: ${sum.lines} lines, ${(sum.ours * 1e3).toFixed(0)} ms against ${(sum.theirs * 1e3).toFixed(0)} ms: ` +
    `${(sum.theirs / sum.ours).toFixed(1)} times faster; ${sum.warnings} warnings and errors\n`);
}

// The same mix at every size: files of all packages but the largest single ones, in a fixed shuffled order, again and again.
// The quickest of nine runs counts.
function grow() {
  const files = packages.flatMap(name => [...sources(path.join(corpus, name))])
    .filter(file => fs.statSync(file).size < 200000);
  for (let i = files.length - 1, state = 1; i > 0; i--) {
    state = (state * 48271) % 2147483647;
    const j = state % (i + 1);
    [files[i], files[j]] = [files[j], files[i]];
  }
  const nine = measured => quickest(Array.from({ length: 9 }, measured));
  const start = nine(() => measure(interloper, ['--version'])).wall;
  console.log(`starting the program takes ${(start * 1e3).toFixed(1)} ms, which the times below do not contain`);
  row([['lines', 8], ['files', 7], ['ms', 8], ['us a line', 10], ['MB', 6]]);
  for (const size of [1000, 10000, 50000, 100000, 250000, 500000]) {
    const to = path.join(corpus, 'sizes');
    fs.rmSync(to, { recursive: true, force: true });
    let lines = 0, count = 0;
    while (lines < size) {
      const text = fs.readFileSync(files[count % files.length], 'utf8');
      const target = path.join(to, String(count % 50), `${count++}.js`);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.writeFileSync(target, text);
      lines += lineCount(text);
    }
    const run = nine(() => check('sizes')), { megabytes } = run, wall = run.wall - start;
    row([[lines, 8], [count, 7], [(wall * 1e3).toFixed(0), 8], [(wall * 1e6 / lines).toFixed(2), 10], [megabytes.toFixed(0), 6]]);
  }
  fs.rmSync(path.join(corpus, 'sizes'), { recursive: true, force: true });
}

configure();
compare();
grow();
