'use strict';
// The repairs that are certain: each program of fixes/ prints what its first line says, and once --fix has been there what its
// second line says; then the rule has nothing more to say about it, and another --fix leaves the file as it is.
const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { check, folder, run, summary, test } = require('./harness');

const here = path.join(__dirname, 'fixes');
const outputOf = file => spawnSync(process.execPath, [file], { encoding: 'utf8' }).stdout.trim();

for (const name of fs.readdirSync(here).sort())
  test(`fixes/${name}`, () => {
    const text = fs.readFileSync(path.join(here, name), 'utf8');
    const [, before] = /^\/\/ before: (.*)$/m.exec(text), [, after] = /^\/\/ after: (.*)$/m.exec(text);
    const place = folder({ [name]: text }), file = path.join(place, name), rule = path.basename(name, '.js');
    const own = json => json.findings.filter(finding => finding.rule === rule);
    assert.equal(outputOf(file), before, 'before');
    const wanted = own(check([name], { cwd: place }).json).length;
    assert.equal(wanted > 0, before !== after, `${wanted} findings of ${rule}`);
    const { err } = run(['check', '--fix', name], { cwd: place });
    assert.equal(/findings? (was|were) repaired in 1 file/.test(err), before !== after, err);
    assert.equal(outputOf(file), after, fs.readFileSync(file, 'utf8'));
    assert.deepEqual(own(check([name], { cwd: place }).json), []);
    const fixed = fs.readFileSync(file, 'utf8');
    assert.equal(run(['check', '--fix', name], { cwd: place }).err.includes('repaired'), false);
    assert.equal(fs.readFileSync(file, 'utf8'), fixed, 'the second time changes nothing');
  });

const RETURNS = 'exports.f = async p => {\n  try {\n    return p();\n  } catch (e) {\n    return null;\n  }\n};\n' +
  'const fs = require("fs").promises;\nexports.g = async () => {\n  try {\n    return fs.readFile("x");\n  } catch {\n    return 1;\n  }\n};\n';
const FIXED = RETURNS.replace('return fs', 'return await fs');

test('rights and links are kept, known and silenced findings are left alone, the rest is reported', () => {
  const place = folder({ 'a.js': RETURNS, 'sub/b.js': RETURNS, 'c.js': RETURNS.replace('    return fs', '    // interloper-ignore\n    return fs') });
  fs.chmodSync(path.join(place, 'a.js'), 0o755);
  fs.symlinkSync('../a.js', path.join(place, 'sub/link.js'));
  run(['check', '--write-baseline', 'known.json', 'sub/b.js'], { cwd: place });
  const text = name => fs.readFileSync(path.join(place, name), 'utf8');
  run(['check', '--fix', '--baseline', 'known.json', 'sub/b.js'], { cwd: place });
  assert.equal(text('sub/b.js'), RETURNS);
  const silenced = text('c.js');
  run(['check', '--fix', 'c.js'], { cwd: place });
  assert.equal(text('c.js'), silenced);
  const { code, out } = run(['check', '--fix', '--format', 'json', 'sub/link.js'], { cwd: place });
  assert.deepEqual([code, JSON.parse(out).findings.length], [0, 0]);
  assert.equal(text('a.js'), FIXED);
  assert.equal(fs.statSync(path.join(place, 'a.js')).mode & 0o777, 0o755);
  assert(fs.lstatSync(path.join(place, 'sub/link.js')).isSymbolicLink());
});

test('what cannot be repaired is said in one line', () => {
  const place = folder({ 'a.js': RETURNS });
  for (const args of [['-'], ['--graph', 'dot', 'a.js'], ['--write-baseline', 'b.json', 'a.js']]) {
    const { code, err } = run(['check', '--fix', ...args], { cwd: place });
    assert.equal(code, 2, args.join(' '));
    assert.match(err, /^interloper: --fix: not with [^\n]+\n$/);
  }
});

test('JSON and SARIF tell the repair', () => {
  const place = folder({ 'a.js': RETURNS });
  const [finding] = check(['a.js'], { cwd: place }).json.findings;
  const [{ line, column, insert }] = finding.fix;
  const lines = RETURNS.split('\n');
  lines[line - 1] = lines[line - 1].slice(0, column - 1) + insert + lines[line - 1].slice(column - 1);
  assert.equal(lines.join('\n'), FIXED);
  const [result] = JSON.parse(run(['check', '--format', 'sarif', 'a.js'], { cwd: place }).out).runs[0].results;
  const [{ deletedRegion, insertedContent }] = result.fixes[0].artifactChanges[0].replacements;
  assert.deepEqual([deletedRegion.startLine, deletedRegion.startColumn, insertedContent.text], [line, column, insert]);
  assert.deepEqual([deletedRegion.endLine, deletedRegion.endColumn], [line, column]);
});

summary();
