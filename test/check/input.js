'use strict';
// Bad input: a clear line or a correct answer, never a crash or a hang.
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { spawnSync } = require('node:child_process');
const { check, folder, program, run, summary, test } = require('./harness');

const FORK = 'const p = Promise.resolve(1);\np.then(v => v + 1);\np.then(v => console.log(v));\n';
const only = ['--rule', 'broken-promise'];
const places = json => json.findings.map(finding => `${finding.line}:${finding.column}`);

test('missing path', () => {
  const { code, err, out } = run(['check', 'absent.js']);
  assert.deepEqual([code, out], [2, '']);
  assert.match(err, /^interloper: absent\.js: No such file or directory\n$/);
});

test('unreadable file and folder', () => {
  const place = folder({ 'a.js': FORK, 'b.js': FORK, 'closed/c.js': FORK });
  fs.chmodSync(path.join(place, 'b.js'), 0);
  fs.chmodSync(path.join(place, 'closed'), 0);
  fs.chmodSync(place, 0o755);
  const asNobody = process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {};
  const copy = folder({});
  fs.chmodSync(copy, 0o755);
  const binary = path.join(copy, 'interloper');
  fs.copyFileSync(program, binary); /* the build folder may be closed to nobody */
  fs.chmodSync(binary, 0o755);
  const result = spawnSync(binary, ['check', '--format', 'json', ...only, '.'], { cwd: place, encoding: 'utf8', ...asNobody });
  fs.chmodSync(path.join(place, 'closed'), 0o755);
  assert.equal(result.status, 2, result.stderr);
  assert.match(result.stderr, /b\.js: Permission denied/);
  assert.match(result.stderr, /closed: Permission denied/);
  assert.equal(JSON.parse(result.stdout).findings.length, 1, 'the rest is analysed');
});

test('loops of links', () => {
  const place = folder({ 'a/b/c.js': FORK });
  fs.symlinkSync('..', path.join(place, 'a/b/up'));
  fs.symlinkSync('.', path.join(place, 'a/self'));
  fs.symlinkSync('two', path.join(place, 'one'));
  fs.symlinkSync('one', path.join(place, 'two'));
  fs.symlinkSync('absent', path.join(place, 'broken.js'));
  assert.equal(check([...only, '.'], { cwd: place }).json.findings.length, 1);
  assert.equal(check([...only, 'a/b/up/b/up/b/c.js'], { cwd: place }).json.findings.length, 1);
  assert.equal(run(['check', 'one'], { cwd: place }).code, 2);
  assert.match(run(['check', 'one'], { cwd: place }).err, /one: Too many levels of symbolic links/);
});

test('neither file nor folder', () => {
  const place = folder({});
  spawnSync('mkfifo', [path.join(place, 'pipe.js')]);
  assert.match(run(['check', 'pipe.js'], { cwd: place }).err, /pipe\.js: neither a file nor a folder/);
  assert.equal(run(['check', '.'], { cwd: place }).code, 0);
  assert.equal(run(['check', '/dev/null']).code, 2);
});

test('a file of 100 MB', () => {
  const place = folder({ 'small.js': FORK });
  const file = path.join(place, 'large.js');
  const line = `${'x = 1; '.repeat(14)}\n`;
  const block = line.repeat(10000);
  const fd = fs.openSync(file, 'w');
  for (let size = 0; size < 100e6; size += block.length) fs.writeSync(fd, block);
  fs.closeSync(fd);
  const { code, err, json } = check([...only, '.'], { cwd: place });
  assert.equal(json.findings.length, 1);
  if (code === 2) assert.match(err, /large\.js: larger than/);
  else assert.equal(code, 1);
});

test('NUL bytes, invalid UTF-8, lone surrogates', () => {
  for (const junk of ['\0\0\0', '\xff\xfe\x80', '\xed\xa0\x80', '\xc3', '\xf4\x90\x80\x80']) {
    const place = folder({});
    const head = Buffer.from(`// ${junk}\nconst s = "${junk}";\n`, 'latin1');
    fs.writeFileSync(path.join(place, 'a.js'), Buffer.concat([head, Buffer.from(FORK)]));
    const { json } = check([...only, 'a.js'], { cwd: place });
    assert.deepEqual(places(json), ['5:1'], JSON.stringify(junk));
    run(['check', 'a.js'], { cwd: place });
    JSON.parse(run(['check', '--format', 'sarif', 'a.js'], { cwd: place }).out);
  }
});

test('random bytes', () => {
  let state = 12345;
  for (let round = 0; round < 30; round++) {
    const bytes = Buffer.alloc(2000);
    for (let i = 0; i < bytes.length; i++) bytes[i] = (state = (state * 1103515245 + 12345) % 2147483648) >> 16;
    const place = folder({});
    fs.writeFileSync(path.join(place, 'a.js'), bytes);
    const { code, json } = check(['a.js'], { cwd: place });
    assert([0, 1, 2].includes(code) && json, String(code));
  }
});

test('BOM, CRLF, lone CR, columns in UTF-16 units', () => {
  const at = text => places(check([...only, 'a.js'], { cwd: folder({ 'a.js': text }) }).json);
  assert.deepEqual(at(`\ufeff${FORK}`), ['3:1']);
  assert.deepEqual(at(`\ufeff${FORK.replaceAll('\n', ' ')}`).length, 1);
  assert.deepEqual(at(FORK.replaceAll('\n', '\r\n')), ['3:1']);
  assert.deepEqual(at(FORK.replaceAll('\n', '\r')), ['3:1']);
  assert.deepEqual(at(FORK.replaceAll('\n', '\n/* ä日🙂 */ ')), ['3:12']);
});

test('empty file, only comments, only a shebang', () => {
  for (const text of ['', '\n', '// nothing', '/* open', '#!/usr/bin/env node\n', '\ufeff'])
    assert.deepEqual(check(['a.js'], { cwd: folder({ 'a.js': text }) }).json.findings, []);
});

test('syntax errors are told, the rest is analysed', () => {
  const place = folder({ 'a.js': `const = 3;\n${FORK}`, 'sub/b.js': 'let x = ;\n' });
  const named = check([...only, 'a.js'], { cwd: place });
  assert.equal(named.json.findings.length, 1);
  assert.equal(named.json.errors[0].line, 1);
  assert.match(named.err, /a\.js:1:\d+: syntax error/);
  assert.equal(named.code, 1);
  assert.equal(check(['sub/b.js'], { cwd: place }).code, 2, 'a named file that is malformed is bad input');
  assert.equal(check(['sub'], { cwd: place }).code, 0, 'one that was found by walking is only mentioned');
});

test('an import that a missing brace has put into a function', () => {
  const names = Array.from({ length: 400 }, (_, i) => `n${i}`);
  const place = folder({ 'a.js': `function f() {\nimport { ${names} } from 'fs';\nexport const x = 1;\n`, 'b.js': FORK });
  assert.equal(check([...only, '.'], { cwd: place }).json.findings.length, 1);
  assert(JSON.parse(run(['check', '--graph', 'json', 'a.js', 'b.js'], { cwd: place }).out).nodes.length);
});

const deep = {
  '100,000 parentheses': n => `x = ${'('.repeat(n)}1${')'.repeat(n)};\n`,
  '100,000 brackets': n => `x = ${'['.repeat(n)}${']'.repeat(n)};\n`,
  '100,000 open braces': n => '{'.repeat(n),
  '100,000 functions': n => `${'() => '.repeat(n)}1;\n`,
  '100,000 calls in a chain': n => `p${'.then(f)'.repeat(n)};\n`,
  '100,000 operators': n => `x = ${'1 + '.repeat(n)}1;\n`,
  '100,000 else ifs': n => `${'if (a) b(); else '.repeat(n)}c();\n`,
  '100,000 templates': n => '`${'.repeat(n),
  '100,000 statements': n => 'p.then(f);\n'.repeat(n),
};
for (const [name, text] of Object.entries(deep))
  test(`deep nesting: ${name}`, () => {
    const place = folder({ 'a.js': text(100000) });
    const { code, json } = check(['a.js'], { cwd: place });
    assert([0, 1, 2].includes(code) && json, String(code));
  });

// Contexts are what is executed: their number must not grow with every round of the loop, nor with its square.
test('timers that double with every round', () => {
  const file = path.join(__dirname, 'cases/recursive-microtask/silent-two-timers-in-every-timer.js');
  const contexts = JSON.parse(run(['check', '--graph', 'json', file]).out).nodes.length;
  assert(contexts < 5000, `${contexts} contexts`);
});

test('many reactions to one promise', () => {
  const place = folder({ 'a.js': 'const p = Promise.resolve(1);\nfor (let i = 0; i < 50000; i++) p.then(v => v + i);\n' });
  assert.equal(check([...only, 'a.js'], { cwd: place }).json.findings.length, 1); // told once
});

/* Each was once searched for in the whole file, for each of the 20,000: minutes. */
const many = line => Array.from({ length: 20000 }, (_, i) => line(i)).join('\n');
const crowds = {
  'listeners that are added and removed': [0, 'invalid-listener-removal',
    many(i => `const f${i} = () => console.log(${i}); window.addEventListener('e${i}', f${i}); window.removeEventListener('e${i}', f${i});`)],
  'listeners that are removed only': [20000, 'invalid-listener-removal',
    many(i => `const f${i} = () => console.log(${i}); window.removeEventListener('e', f${i});`)],
  'emitters nobody listens to': [20000, 'dead-emit',
    `const { EventEmitter } = require('events');\n${many(i => `const bus${i} = new EventEmitter(); bus${i}.emit('y');`)}`],
  'stale values': [20000, 'stale-await', `let n = 0;\n${many(i => `exports.f${i} = async () => { const old = n; await fetch('x'); n = old + 1; };`)}`],
  'silenced findings on one line': [0, 'async-callback',
    `/* eslint-disable no-async-promise-executor */ ${many(i => `new Promise(async r => { await fetch('x'); r(${i}); });`).replaceAll('\n', ' ')}`],
};

for (const [name, [expected, rule, text]] of Object.entries(crowds))
  test(`20,000 ${name}`, () => {
    const place = folder({ 'a.js': text });
    assert.equal(check(['--rule', rule, 'a.js'], { cwd: place }).json.findings.length, expected);
  });

test('lists and objects that grow without end', () => {
  const place = folder({
    'lists.js': `let a = [1]; for (let i = 0; i < 60; i++) a = [...a, ...a]; setTimeout(() => console.log(a.concat(a)), 0);`,
    'rounds.js': `let a = []; for (let i = 0; i < 1e6; i++) a = a.concat(i); setTimeout(() => console.log(a), 0);`,
    'tables.js': `const t = {}; for (let i = 0; i < 1e6; i++) t['k' + i] = { ...t }; setTimeout(() => console.log(t), 0);`,
  });
  const env = { ASAN_OPTIONS: 'hard_rss_limit_mb=4000' };
  for (const file of fs.readdirSync(place)) assert.equal(check([file], { cwd: place, env }).code, 0, file);
});

test('names that are not UTF-8 or have line breaks', () => {
  const place = folder({ 'a\nb.js': FORK });
  fs.writeFileSync(Buffer.concat([Buffer.from(`${place}/`), Buffer.from([0x66, 0xff]), Buffer.from('.js')]), FORK);
  assert.equal(check([...only, '.'], { cwd: place }).json.findings.length, 2);
  const annotations = run(['check', ...only, '--format', 'github', '.'], { cwd: place }).out;
  assert.equal(annotations.trim().split('\n').length, 2);
});

test('standard output closed', () => {
  const place = folder({ 'a.js': FORK });
  const result = spawnSync('sh', ['-c', `"${program}" check a.js >/dev/full`], { cwd: place, encoding: 'utf8' });
  assert.equal(result.status, 2);
  assert.match(result.stderr, /standard output/);
});

summary();
