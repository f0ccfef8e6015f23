'use strict';
// Formats, options, configuration, baseline, silencing comments, which files are walked.
const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { check, folder, program, root, run, summary, test } = require('./harness');

const FORK = 'const p = new Promise(resolve => {\n  resolve(1);\n});\np.then(v => v + 1);\np.then(v => console.log(v));\n';
const FORK_LINE = 5;
const rulesOf = json => json.findings.map(finding => finding.rule);
const forks = json => json.findings.filter(finding => finding.rule === 'broken-promise');
const only = ['--rule', 'broken-promise'];

test('JSON has the contract\'s fields', () => {
  const place = folder({ 'a.js': FORK });
  const { json, code } = check([...only, 'a.js'], { cwd: place });
  assert.equal(code, 1);
  assert.equal(json.files, 1);
  const [finding] = json.findings;
  assert.deepEqual(
    { rule: finding.rule, severity: finding.severity, file: finding.file, line: finding.line, column: finding.column },
    { rule: 'broken-promise', severity: 'warning', file: 'a.js', line: FORK_LINE, column: 1 });
  assert(finding.message.length > 20);
  const lines = finding.related.map(related => related.line);
  assert(lines.includes(4) && lines.includes(1), `related: ${lines}`);
  for (const related of finding.related) assert(related.file === 'a.js' && related.column >= 1 && related.message);
});

test('text shows the line with carets and the place', () => {
  const place = folder({ 'a.js': FORK });
  const { out, code } = run(['check', ...only, 'a.js'], { cwd: place });
  assert.equal(code, 1);
  assert.match(out, /^a\.js:5:1 warning broken-promise$/m);
  assert.match(out, /^> 5 \| p\.then\(v => console\.log\(v\)\);$/m);
  assert.match(out, /^ {4}\| \^+$/m);
  assert(!out.includes('\u001b'), 'no colour into a pipe');
});

test('nothing found is exit 0', () => {
  const place = folder({ 'a.js': 'console.log(1);\n' });
  assert.equal(check(['a.js'], { cwd: place }).code, 0);
  assert.match(run(['check', 'a.js'], { cwd: place }).out, /no findings in 1 file/);
});

function checkLocation(location) {
  const { artifactLocation, region } = location.physicalLocation;
  assert.equal(typeof artifactLocation.uri, 'string');
  assert(region.startLine >= 1 && region.startColumn >= 1 && region.endLine >= region.startLine);
}

test('SARIF 2.1.0 is well formed', () => {
  const place = folder({ 'a b.js': FORK });
  const { out, code } = run(['check', '--format', 'sarif', ...only, 'a b.js'], { cwd: place });
  const log = JSON.parse(out);
  assert.equal(code, 1);
  assert.equal(log.version, '2.1.0');
  assert.match(log.$schema, /sarif/);
  const [sarif] = log.runs;
  const { driver } = sarif.tool;
  assert.equal(driver.name, 'Interloper');
  for (const rule of driver.rules) {
    assert(rule.id && rule.shortDescription.text && rule.fullDescription.text && rule.help.text);
    assert(['none', 'note', 'warning', 'error'].includes(rule.defaultConfiguration.level));
  }
  const [result] = sarif.results;
  assert.equal(result.ruleId, 'broken-promise');
  assert.equal(driver.rules[result.ruleIndex].id, 'broken-promise');
  assert.equal(result.level, 'warning');
  assert(result.message.text);
  result.locations.forEach(checkLocation);
  result.relatedLocations.forEach(checkLocation);
  assert.equal(result.locations[0].physicalLocation.artifactLocation.uri, 'a%20b.js');
  assert.match(Object.values(result.partialFingerprints)[0], /^[0-9a-f]{16}$/);
  const flow = result.codeFlows[0].threadFlows[0].locations;
  assert(flow.length >= 2, 'the flow tells an order');
  flow.forEach((step, i) => {
    checkLocation(step.location);
    assert(step.location.message.text);
    assert.equal(step.executionOrder, i + 1);
  });
});

test('github annotations', () => {
  const place = folder({ 'a,b.js': FORK });
  const { out } = run(['check', '--format', 'github', ...only, 'a,b.js'], { cwd: place });
  assert.match(out, /^::warning file=a%2Cb\.js,line=5,.*title=broken-promise::./);
  assert.equal(out.trim().split('\n').length, 1, 'line breaks are escaped');
  // Several lines are told by the first, and a syntax error is told too.
  const long = FORK.replace('p.then(v => console.log(v));', 'p.then(v => {\n  console.log(v);\n});');
  const other = folder({ 'a.js': long, 'b.js': 'const = 1;\n' });
  const lines = run(['check', '--format', 'github', ...only, '.'], { cwd: other }).out.trim().split('\n');
  assert.match(lines[0], /^::error file=b\.js,line=1,endLine=1,col=7,endColumn=\d+,title=syntax-error::./);
  assert.match(lines[1], /^::warning file=a\.js,line=5,endLine=5,col=1,endColumn=14,title=broken-promise::./);
});

test('a syntax error is no success in SARIF, and rules have tags', () => {
  const place = folder({ 'a.js': FORK, 'b.js': 'const = 1;\n' });
  const sarif = args => JSON.parse(run(['check', '--format', 'sarif', ...args], { cwd: place }).out).runs[0];
  assert.deepEqual(['a.js', 'b.js'].map(name => sarif([name]).invocations[0].executionSuccessful), [true, false]);
  for (const rule of sarif(['a.js']).tool.driver.rules) assert(rule.properties.tags.includes('asynchrony'));
});

test('a finding names its function, and baselines without it go on working', () => {
  const body = 'p.then(v => v + 1);\np.then(v => console.log(v));\n';
  const place = folder({
    'a.js': `class A {\n  m(p) {\n${body}  }\n}\nfunction f(p) {\n${body}}\nconst g = p => {\n[1].map(() => {\n${body}});\n};\n` +
      'new A().m(Promise.resolve(1));\nf(Promise.resolve(1));\ng(Promise.resolve(1));\n',
  });
  const found = forks(check([...only, 'a.js'], { cwd: place }).json);
  assert.deepEqual(found.map(finding => finding.function), ['A.m', 'f', 'g']);
  const [{ results }] = JSON.parse(run(['check', '--format', 'sarif', ...only, 'a.js'], { cwd: place }).out).runs;
  assert.deepEqual(results.map(result => result.locations[0].logicalLocations[0].fullyQualifiedName), ['A.m', 'f', 'g']);
  const old = results.map(result => ({ fingerprint: result.partialFingerprints['interloper/v1'] }));
  assert.notEqual(old[0].fingerprint, found[0].fingerprint);
  fs.writeFileSync(path.join(place, 'old.json'), JSON.stringify({ 'interloper-baseline': 1, findings: old }));
  fs.writeFileSync(path.join(place, 'odd.json'), JSON.stringify({ 'interloper-baseline': 3, findings: [] }));
  run(['check', ...only, '--write-baseline', 'new.json', 'a.js'], { cwd: place });
  assert.equal(JSON.parse(fs.readFileSync(path.join(place, 'new.json'), 'utf8'))['interloper-baseline'], 2);
  for (const name of ['old.json', 'new.json']) {
    const { json, code } = check([...only, '--baseline', name, 'a.js'], { cwd: place });
    assert.deepEqual([json.findings.length, json.baseline, code], [0, 3, 0], name);
  }
  assert.equal(run(['check', '--baseline', 'odd.json', 'a.js'], { cwd: place }).code, 2);
});

test('output does not depend on --jobs', () => {
  const files = {};
  for (let i = 0; i < 60; i++) files[`d${i % 7}/f${i}.js`] = `// ${i}\n${FORK}`;
  const place = folder(files);
  for (const format of ['text', 'json', 'sarif', 'github']) {
    const [one, ...rest] = ['1', '2', '7', '2'].map(
      jobs => run(['check', '--format', format, '--jobs', jobs, '.'], { cwd: place }).out);
    for (const other of rest) assert.equal(other, one, format);
  }
});

test('--rule chooses rules and levels', () => {
  const place = folder({ 'a.js': FORK });
  assert.equal(forks(check(['--rule', 'broken-promise=off', 'a.js'], { cwd: place }).json).length, 0);
  assert.equal(forks(check(['--rule=broken-promise=error', 'a.js'], { cwd: place }).json)[0].severity, 'error');
  const { json, code } = check(['--rule', 'stale-await', 'a.js'], { cwd: place });
  assert.deepEqual([rulesOf(json), code], [[], 0]);
  const wrong = run(['check', '--rule', 'broken-promis', 'a.js'], { cwd: place });
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /did you mean 'broken-promise'/);
  assert.equal(run(['check', '--rule', 'broken-promise=loud', 'a.js'], { cwd: place }).code, 2);
});

test('a text that is cut in a message is cut between characters', () => {
  for (let pad = 0; pad < 4; pad++) {
    const name = `${'x'.repeat(pad)}${'日本'.repeat(12)}`;
    const place = folder({ 'a.js': `const ${name} = new Promise(r => setTimeout(r, 5, 1));\nif (${name} + 1) console.log(1);\n` });
    const { findings } = check(['a.js'], { cwd: place }).json;
    assert(findings.length, 'something is said about it');
    for (const { message } of findings) assert(!message.includes('\ufffd'), message);
  }
});

test('--severity hides what is less serious, and exit status follows', () => {
  const place = folder({ 'a.js': FORK });
  assert.equal(check([...only, '--severity', 'error', 'a.js'], { cwd: place }).code, 0);
  assert.equal(check([...only, '--severity', 'warning', 'a.js'], { cwd: place }).code, 1);
});

test('--max-findings cuts the list and says so', () => {
  const place = folder({ 'a.js': FORK, 'b.js': FORK, 'c.js': FORK });
  const { json, code } = check([...only, '--max-findings', '2', '.'], { cwd: place });
  assert.deepEqual([json.findings.length, json.not_shown, code], [2, 1, 1]);
});

test('comments silence', () => {
  const silenced = line => {
    const place = folder({ 'a.js': FORK.replace('p.then(v => console', `${line}p.then(v => console`) });
    return check([...only, 'a.js'], { cwd: place }).json;
  };
  for (const line of ['// interloper-ignore broken-promise\n', '/* interloper-ignore broken-promise: meant */ ',
    '// interloper-ignore stale-await, broken-promise\n', '// interloper-ignore\n', '/** ignore: promise-fork */\n',
    '/**ignore: promise-fork */\n', '// interloper-ignore broken-promise -- both branches\n// are independent\n']) {
    const json = silenced(line);
    assert.deepEqual([json.findings.length, json.suppressed], [0, 1], line);
  }
  for (const line of ['// interloper-ignore stale-await\n', '// interloper-ignore broken-promise\n\n',
    'const s = "interloper-ignore broken-promise";\n'])
    assert.equal(silenced(line).findings.length, 1, line);
});

test('configuration from interloper.json, package.json, the nearest upwards', () => {
  const place = folder({
    'interloper.json': '{"rules": {"broken-promise": "error"}, "ignore": ["skip/", "*.old.js"]}',
    'a.js': FORK, 'skip/b.js': FORK, 'c.old.js': FORK,
    'inner/package.json': '{"name": "x", "interloper": {"rules": {"broken-promise": "note"}}}', 'inner/deep/d.js': FORK,
    'plain/package.json': '{"name": "y", "devDependencies": {"interloper": "1"}}', 'plain/e.js': FORK,
  });
  const { json } = check([...only.slice(0, 0), '.'], { cwd: place });
  const found = Object.fromEntries(forks(json).map(finding => [finding.file, finding.severity]));
  assert.deepEqual(found, { 'a.js': 'error', 'inner/deep/d.js': 'note', 'plain/e.js': 'error' });
  const deep = check(['inner/deep/d.js'], { cwd: place });
  assert.equal(forks(deep.json)[0].severity, 'note', 'a named file finds its configuration too');
  const forced = check(['--config', 'inner/package.json', 'a.js'], { cwd: place });
  assert.equal(forks(forced.json)[0].severity, 'note');
});

test('overrides by glob, and what a configuration extends', () => {
  const levels = (place, args = ['.']) =>
    Object.fromEntries(forks(check(args, { cwd: place }).json).map(finding => [finding.file, finding.severity]));
  const place = folder({
    'base/all.json': '{"rules": {"broken-promise": "error"}, "ignore": ["gen/"], "overrides": [{"files": ["*.page.js"], "rules": {"broken-promise": "note"}}]}',
    'node_modules/@us/rules/interloper.json': '{"rules": {"broken-promise": "off"}}',
    'app/interloper.json': '{"overrides": [{"files": ["lib/"], "rules": {"broken-promise": "warning"}}, {"files": ["/lib/deep/**"], "rules": {"broken-promise": "off"}}], "extends": "../base/all.json"}',
    'app/a.js': FORK, 'app/b.page.js': FORK, 'app/lib/c.js': FORK, 'app/lib/d.page.js': FORK, 'app/lib/deep/e.js': FORK, 'app/gen/f.js': FORK,
    'other/interloper.json': '{"extends": ["@us/rules", "../base/all.json"], "rules": {"broken-promise": "warning"}}', 'other/g.js': FORK,
    'off/interloper.json': '{"extends": ["../base/all.json", "@us/rules"]}', 'off/h.js': FORK,
  });
  assert.deepEqual(levels(place), { 'app/a.js': 'error', 'app/b.page.js': 'note', 'app/lib/c.js': 'warning', 'app/lib/d.page.js': 'warning', 'other/g.js': 'warning' });
  assert.deepEqual(levels(place, ['app/lib/deep/e.js']), {}, 'named files too');
  assert.deepEqual(levels(place, ['--config', 'app/interloper.json', 'app/b.page.js']), { 'app/b.page.js': 'note' });
  const text = check(['--stdin-path', 'app/lib/absent/new.js', '-'], { cwd: place, input: FORK });
  assert.equal(forks(text.json)[0].severity, 'warning', 'a file that does not exist yet');
});

test('a malformed configuration is exit 2 with file and place', () => {
  const cases = {
    '{"rules": {"broken-promise": "loud"}}': /interloper\.json: rules\.broken-promise: /,
    '{"rules": {"broken-promis": "off"}}': /interloper\.json: rules: unknown rule.*did you mean 'broken-promise'/,
    '{"rulez": {}}': /interloper\.json: unknown key 'rulez'; did you mean 'rules'/,
    '{"rules": \n  {"broken-promise": }}': /interloper\.json:2:\d+: /,
    '[]': /interloper\.json: an object expected/,
    '{"ignore": "x"}': /ignore: an array/,
    '{"severity": "off"}': /severity: /,
    '{"maxFindings": 0}': /maxFindings: /,
    '{"overrides": [{"files": ["a.js"], "rulez": {}}]}': /overrides: objects with "files" and "rules"/,
    '{"overrides": [{"files": ["a.js"], "rules": {"broken-promise": 1}}]}': /rules\.broken-promise: /,
    '{"extends": "./interloper.json"}': /extends: in a circle/,
    '{"extends": "absent"}': /extends: no such package/,
    '{"extends": "./absent.json"}': /absent\.json: No such file/,
    '{"extends": [3]}': /extends: paths expected/,
  };
  for (const [text, wanted] of Object.entries(cases)) {
    const place = folder({ 'interloper.json': text, 'a.js': FORK });
    const { code, err, out } = run(['check', '.'], { cwd: place });
    assert.deepEqual([code, out], [2, ''], text);
    assert.match(err, wanted);
    assert.equal(err.trim().split('\n').length, 1, 'one line');
  }
  const place = folder({ 'package.json': '{"interloper": {"rules": []}}', 'a.js': FORK, 'b/package.json': '{broken', 'b/c.js': '' });
  assert.match(run(['check', '.'], { cwd: place }).err, /package\.json: interloper\.rules: /);
});

test('severity and maxFindings of the configuration', () => {
  const place = folder({ 'interloper.json': '{"severity": "error", "maxFindings": 1}', 'a.js': FORK, 'b.js': FORK });
  assert.equal(check([...only, '.'], { cwd: place }).json.findings.length, 0);
  const both = check(['--rule', 'broken-promise=error', '.'], { cwd: place }).json;
  assert.deepEqual([forks(both).length + both.not_shown >= 2, both.findings.length], [true, 1]);
});

test('a baseline hides what it knows, survives shifted lines, and shows copies', () => {
  const place = folder({ 'a.js': FORK });
  const args = [...only, '.'];
  assert.equal(check(['--write-baseline', 'known.json', ...args], { cwd: place }).code, 0);
  const text = fs.readFileSync(path.join(place, 'known.json'), 'utf8');
  assert.match(JSON.parse(text).findings[0].fingerprint, /^[0-9a-f]{16}$/);
  const again = check(['--baseline', 'known.json', ...args], { cwd: place });
  assert.deepEqual([again.code, again.json.findings.length, again.json.baseline], [0, 0, 1]);
  fs.writeFileSync(path.join(place, 'a.js'), `'use strict';\n\n// moved\nif (true) {\n${FORK.replace(/^/gm, '  ')}}\n`);
  assert.equal(check(['--baseline', 'known.json', ...args], { cwd: place }).code, 0, 'shifted and indented');
  fs.writeFileSync(path.join(place, 'a.js'), `${FORK}{\n${FORK}}\n`);
  const copied = check(['--baseline', 'known.json', ...args], { cwd: place });
  assert.deepEqual([copied.code, copied.json.findings.length], [1, 1], 'the copy is new');
});

test('a malformed baseline is exit 2', () => {
  const place = folder({ 'a.js': FORK, 'no.json': '{', 'other.json': '{}', 'v9.json': '{"interloper-baseline":9,"findings":[]}',
    'bad.json': '{"interloper-baseline":1,"findings":[{"fingerprint":"xyz"}]}' });
  for (const name of ['no.json', 'other.json', 'v9.json', 'bad.json', 'absent.json']) {
    const { code, err } = run(['check', '--baseline', name, 'a.js'], { cwd: place });
    assert.equal(code, 2, name);
    assert.match(err, new RegExp(name.replace('.', '\\.')));
  }
});

test('fingerprints differ between equal lines and agree between runs', () => {
  const place = folder({ 'a.js': `{\n${FORK}}\n{\n${FORK}}\n` });
  const prints = () => check([...only, 'a.js'], { cwd: place }).json.findings.map(finding => finding.fingerprint);
  assert.equal(new Set(prints()).size, 2);
  assert.deepEqual(prints(), prints());
});

test('.gitignore is respected: nested, negated, anchored, **', () => {
  const place = folder({
    '.gitignore': '*.log.js\n/build\ngen/**/out\n!keep.log.js\ncache/\n', 'a.js': FORK, 'x.log.js': FORK, 'keep.log.js': FORK,
    'build/b.js': FORK, 'src/build/c.js': FORK, 'gen/1/2/out/d.js': FORK, 'gen/1/e.js': FORK, 'cache/f.js': FORK,
    'src/.gitignore': 'local.js\n!x.log.js\n', 'src/local.js': FORK, 'src/x.log.js': FORK, 'local.js': FORK,
    'node_modules/m/index.js': FORK, '.hidden/h.js': FORK,
  });
  fs.mkdirSync(path.join(place, '.git'));
  const files = args => forks(check(args, { cwd: place }).json).map(finding => finding.file);
  assert.deepEqual(files(['.']), ['a.js', 'gen/1/e.js', 'keep.log.js', 'local.js', 'src/build/c.js', 'src/x.log.js']);
  assert.deepEqual(files(['src']), ['src/build/c.js', 'src/x.log.js'], 'the repository\'s file counts below it');
  assert.deepEqual(files(['build', 'node_modules/m', 'cache/f.js']),
    ['build/b.js', 'cache/f.js', 'node_modules/m/index.js'], 'what is named is not ignored');
});

test('minified and generated files are skipped unless named', () => {
  const long = `var a=1;${FORK.replaceAll('\n', '')}${'a=a+1;'.repeat(2000)}`;
  const short = `// a chunk\n${long.slice(0, 1200)}\n`;
  const place = folder({ 'a.js': FORK, 'b.min.js': FORK, 'c.js': long, 'c2.js': short, 'd.js': `// @generated\n${FORK}`,
    'e.js': `/* Code generated by x. DO NOT EDIT. */\n${FORK}`, 'f.d.ts': 'export declare const p: Promise<number>;\n', 'g.txt': FORK });
  const walked = check([...only, '.'], { cwd: place }).json;
  assert.deepEqual([walked.files, forks(walked).map(finding => finding.file)], [1, ['a.js']]);
  const named = check([...only, 'b.min.js', 'c.js', 'c2.js', 'd.js', 'e.js'], { cwd: place }).json;
  assert.deepEqual([named.files, forks(named).length], [5, 5]);
});

test('every extension, once each', () => {
  const files = {};
  for (const extension of ['js', 'mjs', 'cjs', 'jsx', 'ts', 'tsx', 'mts', 'cts']) files[`f.${extension}`] = FORK;
  const place = folder(files);
  assert.equal(forks(check(['.', './f.js', path.join(place, 'f.ts')], { cwd: place }).json).length, 8);
});

test('--graph in three forms', () => {
  const place = folder({ 'a.js': FORK });
  const json = JSON.parse(run(['check', '--graph', 'json', 'a.js'], { cwd: place }).out);
  assert(json.nodes.length >= 3 && json.edges.length >= 2, `${json.nodes.length} nodes`);
  for (const node of json.nodes)
    for (const key of ['kind', 'label', 'q', 'r', 'reads', 'writes']) assert(key in node, key);
  const reactions = json.nodes.filter(node => node.kind === 'then');
  assert.equal(reactions.length, 2);
  assert(reactions[0].q && reactions[0].q === reactions[1].q && reactions[0].r !== reactions[1].r, 'same Q, other R');
  assert.match(run(['check', '--graph', 'dot', 'a.js'], { cwd: place }).out, /^digraph callbacks \{[^]*\}\n$/);
  const html = run(['check', '--graph', 'html', 'a.js'], { cwd: place }).out;
  assert.match(html, /^<!doctype html>[^]*<svg[^]*<\/html>\n$/);
  assert(!/(?:src|href)="https?:/.test(html), 'needs nothing else');
});

test('explain lists and explains, and knows near misses', () => {
  const names = JSON.parse(run(['explain', '--format', 'json']).out).rules.map(rule => rule.rule);
  assert.equal(names.length, 29);
  const list = run(['explain']).out;
  for (const name of names) assert(list.includes(name));
  assert.match(run(['explain', 'broken-promise']).out, /^broken-promise[^]*Why[^]*Reported[^]*Repaired/);
  const wrong = run(['explain', 'broken-promse']);
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /did you mean 'broken-promise'/);
});

test('the examples of explain are true', () => {
  for (const { rule, bad, good } of JSON.parse(run(['explain', '--format', 'json']).out).rules) {
    const place = folder({ 'bad.js': bad, 'good.js': good });
    const found = check(['.'], { cwd: place }).json.findings;
    assert(found.some(finding => finding.rule === rule && finding.file === 'bad.js'), `${rule}: the bad example is silent`);
    assert.deepEqual(found.filter(finding => finding.file === 'good.js').map(finding => finding.rule), [], `${rule}: good`);
  }
});

test('docs/check.md lists exactly the rules there are', () => {
  const text = fs.readFileSync(path.join(root, 'docs/check.md'), 'utf8');
  const listed = [...text.matchAll(/^\| `([a-z-]+)` \|/gm)].map(match => match[1]).sort();
  const rules = JSON.parse(run(['explain', '--format', 'json']).out).rules.map(rule => rule.rule).sort();
  assert.deepEqual(listed, rules);
});

test('usage errors are exit 2 with one line', () => {
  for (const args of [['check'], ['check', '--format', 'xml', '.'], ['check', '--jbos', '2', '.'], ['check', '--jobs', '0', '.'],
    ['check', '--config', 'absent.json', '.'], ['explain', 'a', 'b']]) {
    const { code, err, out } = run(args, { cwd: root });
    assert.deepEqual([code, out], [2, ''], args.join(' '));
    assert.equal(err.trim().split('\n').length, 1, err);
  }
  assert.equal(run(['check', '--help']).code, 0);
});

test('an async function of another file is known where it is called', () => {
  const save = "async function save(x) { if (!x) throw new Error('nothing'); }\n";
  const place = folder({
    'save.js': `${save}module.exports = { save };\n`, 'default.mjs': `export default ${save}`, 'store.js': `class Store { ${save.slice(0, -1)
      .replace('async function ', 'async ')} }\nmodule.exports = new Store();\n`,
    'a.js': "const { save } = require('./save');\nexports.f = x => {\n  save(x);\n};\n",
    'b.js': "const lib = require('./save');\nexports.f = x => {\n  lib.save(x);\n};\n",
    'c.mjs': "import keep from './default.mjs';\nexport const f = x => {\n  keep(x);\n};\n",
    'd.js': "const store = require('./store');\nexports.f = x => {\n  store.save(x);\n};\n",
    'e.js': "const { save } = require('./save');\nexports.f = x => save(x);\nexports.g = x => {\n  void save(x);\n};\n",
  });
  assert.deepEqual(check(['.'], { cwd: place }).json.findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`),
    ['a.js', 'b.js', 'c.mjs', 'd.js'].map(file => `${file}:3 floating-promise`));
});

test('--follow-packages executes what is imported, and reports only in the files themselves', () => {
  const failing = name => `exports.${name} = async x => { if (!x) throw new Error('nothing'); };\n`;
  const dropping = (name, from) => `const { ${name} } = require('${from}');\nexports.f = x => {\n  ${name}(x);\n};\n`;
  const place = folder({
    'main.js': dropping('save', 'dep'), 'sub/scoped.js': dropping('send', '@s/dep/send'), 'star.js': dropping('one', 'dep2/parts/one'),
    'conditions.mjs': "import { go } from 'dep2';\nexport const f = x => {\n  go(x);\n};\n",
    'absent.js': dropping('x', 'absent'), 'hidden.js': dropping('two', 'dep2/internal/two'), 'broken.js': dropping('y', 'broken'),
    'core.js': dropping('once', 'events'), 'awaited.js': "const { save } = require('dep');\nexports.f = async x => save(x);\n",
    'node_modules/dep/package.json': '{"main": "lib"}',
    'node_modules/dep/lib/index.js': `exports.save = require('./real').save;\nrequire('../../dep2');\n${FORK}`,
    'node_modules/dep/lib/real.js': failing('save'),
    'node_modules/@s/dep/send.js': failing('send'),
    'node_modules/dep2/package.json': JSON.stringify({ exports: {
      '.': { browser: './absent.js', import: './go.mjs', default: './go.js' }, './parts/*': './src/*.js' } }),
    'node_modules/dep2/go.mjs': "import './go.mjs';\nexport async function go(x) { if (!x) throw new Error('nothing'); }\n",
    'node_modules/dep2/src/one.js': failing('one'), 'node_modules/dep2/internal/two.js': failing('two'),
    'node_modules/broken/package.json': '{', 'node_modules/events/index.js': failing('once'),
  });
  const found = (...args) => check([...args, '.'], { cwd: place }).json;
  assert.deepEqual(found().findings, []);
  const followed = found('--follow-packages');
  assert.deepEqual(followed.findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`).sort(),
    ['conditions.mjs', 'main.js', 'star.js', 'sub/scoped.js'].map(file => `${file}:3 floating-promise`));
  assert.equal(followed.files, found().files);
  assert.match(followed.findings[0].related[0].file, /node_modules\/dep2\/go\.mjs$/);
});

test('in tests and examples some rules are silent, unless they are named', () => {
  const text = 'exports.f = () => { new Promise((resolve, reject) => { reject(new Error()); }).then(() => {}); };\n';
  const place = folder({ 'src/a.js': text, 'src/a.test.js': text, 'test/a.js': text, 'examples/a.js': text });
  const found = (...args) => check(args, { cwd: place }).json.findings.map(({ file }) => file);
  assert.deepEqual(found('.'), ['src/a.js']);
  assert.deepEqual(found('test'), ['test/a.js']);
  assert.deepEqual(found('src/a.test.js', 'examples/a.js'), ['examples/a.js', 'src/a.test.js']);
});

test("other people's code is not reported, unless it is named", () => {
  const bundle = mark => `${mark('src/own.js')}\n${FORK}\n${mark('node_modules/dep/index.js')}\n${FORK.replaceAll('p', 'q')}`;
  const place = folder({
    'vendor/a.js': FORK, 'third_party/b.js': FORK, 'src/vendor/c.js': FORK, 'src/d.stories.js': FORK,
    'esbuild.js': bundle(name => `// ${name}`), 'rolldown.js': bundle(name => `//#region ${name}`),
    'webpack.js': bundle(name => `/***/ "./${name}":`.replace(/.*/, line => `/*\n${line}\n*/`)),
    'long.js': FORK.replace('console.log(v)', `console.log(v, '${'x'.repeat(1000)}')`),
  });
  const found = (...paths) => check([...only, ...paths], { cwd: place }).json.findings.map(({ file, line }) => `${file}:${line}`);
  assert.deepEqual(found('.'), ['esbuild.js:6', 'rolldown.js:6', 'webpack.js:8']);
  assert.equal(check([...only, '.'], { cwd: place }).json.elsewhere, 6);
  assert.match(run(['check', ...only, '.'], { cwd: place }).out, /\(6 in vendored, bundled or minified code: name the file\)\n$/);
  assert.deepEqual(found('vendor', 'src/vendor/c.js', 'long.js'), ['long.js:5', 'src/vendor/c.js:5', 'vendor/a.js:5']);
  assert.deepEqual(found('esbuild.js'), ['esbuild.js:6', 'esbuild.js:13']);
});

test('a CommonJS module that rollup put into a bundle is not reported, and a file over 1 MB has notes only', () => {
  const wrapped = `var hasRequiredA;\nfunction requireA() { if (hasRequiredA) return a; hasRequiredA = 1;\n${FORK}\n}\nrequireA();\n`;
  const place = folder({
    'rollup.js': `${wrapped}${FORK.replaceAll('p', 'q')}`, 'compiled/fs/index.js': FORK, 'demo-ts/index.ts': FORK,
    'large.js': `${FORK}\n${'// made of many\n'.repeat(75000)}`,
  });
  const found = (...paths) => check([...only, ...paths], { cwd: place }).json.findings.map(({ file, severity }) => `${file} ${severity}`);
  assert.deepEqual(found('.'), ['large.js note', 'rollup.js warning']);
  assert.deepEqual(found('large.js'), ['large.js warning']);
});

test('nor is the last step of the function that it starts', () => {
  const work = `const fs = require('fs').promises;
async function fix(file) {
  await fs.writeFile(file, '');
}
(async () => {
  const names = await fs.readdir('.');
  if (names.length > 9) console.log('many');
  else fix(names[0]);
STEPS})();
`;
  const place = folder({ 'last.js': work.replace('STEPS', ''), 'early.js': work.replace('STEPS', "  console.log('fixed');\n") });
  const found = (...files) => check(['--rule', 'floating-promise', ...files], { cwd: place }).json.findings.map(each => each.file);
  assert.deepEqual(found('.'), ['early.js']);
});

test('an import that each platform resolves otherwise is unknown code', () => {
  const use = "import { load } from './loader';\nexport function start(name) {\n  load(name);\n}\n";
  const loader = "export async function load(name) {\n  if (!name.length) throw new Error('no name');\n  await fetch(name);\n}\n";
  const found = files => check(['--rule', 'floating-promise', '.'], { cwd: folder(files) }).json.findings.map(each => each.file);
  assert.deepEqual(found({ 'use.ts': use, 'loader.ts': loader }), ['use.ts']);
  assert.deepEqual(found({ 'use.ts': use, 'loader.ts': loader, 'loader.web.ts': 'export function load() {}\n' }), []);
});

// Once a namespace was listed anew at each place that names it: 6,000 exports took minutes.
test('a namespace of thousands of names is listed once, and what changes in one is seen', () => {
  const count = 6000, lines = make => Array.from({ length: count }, (_, i) => make(i)).join('\n');
  const models = `${lines(i => `export const model${i} = { id: ${i} };`)}\nexport let late;\nexport const open = () => { late = { port: 1 }; };\n`;
  const use = `import * as models from './models.mjs';\nlet sum = 0;\n${lines(i => `sum = models.model${i};`)}
models.open();\nsetTimeout(() => console.log(models.late.port, sum), 5);\n`;
  const place = folder({ 'models.mjs': models, 'use.mjs': use });
  const start = process.hrtime.bigint();
  const { code } = check(['--jobs', '1', 'models.mjs', 'use.mjs'], { cwd: place });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  assert.equal(code, 0);
  assert(seconds < 20, `${seconds} s`);
});

test('the last statement of a command is not reported, unless the command is named', () => {
  const work = "const { readFile } = require('node:fs/promises');\nconst load = async name => { await readFile(name); };\n";
  const place = folder({
    'cli.js': `${work}load('a');\n`, 'bin/tool.js': `${work}load('a').then(() => console.log('ok'));\n`,
    'one.js': `#!/usr/bin/env node\n${work}load('a');\n`, 'two.js': `${work}load(process.argv[2]);\n`,
    'self.js': `${work}module.exports = load;\nif (require.main === module) load('a');\n`, 'other.js': `${work}load('a');\n`,
  });
  const found = (...paths) => check(paths, { cwd: place }).json.findings.map(({ file }) => file);
  assert.deepEqual(found('.'), ['other.js']);
  assert.deepEqual(found('cli.js', 'bin/tool.js', 'one.js', 'two.js'), ['bin/tool.js', 'cli.js', 'one.js', 'two.js']);
});

test('a temporary file that only a command writes is not reported, unless the command is named', () => {
  const text = "const fs = require('fs').promises;\nexports.save = async (file, text) => {\n" +
    "  await fs.writeFile(file + '.tmp', text);\n  await fs.rename(file + '.tmp', file);\n};\n";
  const place = folder({ 'scripts/save.js': text, 'bin/save.js': text, 'lib/save.js': text });
  const found = (...args) => check(args, { cwd: place }).json.findings.map(({ file }) => file);
  assert.deepEqual(found('.'), ['lib/save.js']);
  assert.deepEqual(found('bin/save.js'), ['bin/save.js']);
});

test('the main function of a script is not reported, unless the script is named', () => {
  const text = "const fs = require('fs');\nasync function publish() { await fs.promises.rm('out'); }\npublish();\n";
  const place = folder({ 'scripts/publish.js': text, 'main.js': text.replaceAll('publish', 'main'), 'save.js': text.replaceAll('publish', 'save') });
  const found = (...args) => check(args, { cwd: place }).json.findings.map(({ file }) => file);
  assert.deepEqual(found('.'), ['save.js']);
  assert.deepEqual(found('main.js'), ['main.js']);
});

test('an emitter that an exported function gives out may have listeners that are not seen', () => {
  const place = folder({
    'index.js': "const { EventEmitter } = require('events');\nclass Notifier extends EventEmitter {\n" +
      "  start() { setTimeout(() => { this.emit('connected'); this.emit('mail', 1); }, 1); return this; }\n}\n" +
      'module.exports = options => new Notifier(options);\n',
    'sample.js': "require('./index.js')({}).on('mail', console.log).start();\n",
  });
  assert.deepEqual(check(['.'], { cwd: place }).json.findings, []);
});

test('where the bound of steps was reached is told', () => {
  const place = folder({ 'a.js': 'exports.f = 1;\n\nexports.g = async n => {\n  for (let i = 0; i < 1e6; i++) n += await i;\n};\n' });
  const { json, code } = check(['a.js'], { cwd: place });
  assert.equal(code, 0);
  assert.deepEqual(json.remarks.map(remark => [remark.file, remark.line]), [['a.js', 3]]);
  assert.match(run(['check', 'a.js'], { cwd: place }).err, /1 file was executed in part/);
  assert.deepEqual(check(['a.js'], { cwd: folder({ 'a.js': 'exports.f = 1;\n' }) }).json.remarks, []);
});

// Enough work for seconds, so that the signal comes in the middle: every function is entered with its own bound of steps.
function busyFolder() {
  const busy = i => `exports.f${i} = async n => {\n  let sum = 0;\n  for (let i = 0; i < 1e6; i++) { sum += i; await n(sum); }\n};\n`;
  const files = { '0.js': FORK };
  for (let file = 1; file <= 40; file++) files[`${file}.js`] = Array.from({ length: 400 }, (_, i) => busy(i)).join('');
  return folder(files);
}

test('Ctrl-C prints what was found so far and is exit 130', () => {
  const place = busyFolder();
  for (const signal of ['INT', 'TERM']) {
    const args = ['check', '--format', 'json', '--write-baseline', 'known.json', '.'];
    const interrupt = seconds => spawnSync('timeout', ['--preserve-status', '-s', signal, seconds, program, ...args],
      { cwd: place, encoding: 'utf8' });
    let result, json;
    for (const seconds of ['0.4', '1', '2.5', '6', '15']) { // on a busy machine it has not begun, or not yet done a file
      result = interrupt(seconds); // timeout(1) sends the signal twice: to the program and to its group
      json = result.stdout ? JSON.parse(result.stdout) : null;
      if (json && forks(json).length) break;
    }
    assert.equal(result.status, 130, result.stderr);
    assert.equal(json.interrupted, true);
    assert.equal(forks(json).length, 1, 'the first file was done');
    assert.match(result.stderr, /interrupted: these are the findings so far; no baseline was written/);
    assert(!fs.existsSync(path.join(place, 'known.json')));
  }
});

test('standard input is read as the file it belongs to', () => {
  const place = folder({
    'interloper.json': '{"rules": {"broken-promise": "error"}}', 'a.js': 'console.log(1);\n', 'inner/b.ts': FORK,
    'inner/interloper.json': '{"rules": {"broken-promise": "note"}}',
  });
  const from = (args, input) => check([...args, '-'], { cwd: place, input });
  const places = json => forks(json).map(finding => [finding.file, finding.severity]);
  assert.deepEqual(places(from([], FORK).json), [['stdin.js', 'error']]);
  assert.deepEqual(places(from(['--stdin-path', 'inner/new/c.ts'], FORK).json), [['inner/new/c.ts', 'note']]);
  assert.equal(from(['--stdin-path', 'a.js'], FORK).code, 1);
  assert.equal(from(['--stdin-path', 'a.js'], '').code, 0);
  assert.equal(from(['--stdin-path', 'c.ts'], 'const a: number = 1;').code, 0);
  assert.equal(from(['--stdin-path', 'c.js'], 'const = 1;').code, 2);
  // It takes the place of the file on disk, whatever else is named.
  const { json } = from(['--stdin-path', './inner/b.ts', '.'], '// nothing\n');
  assert.deepEqual([places(json), json.files], [[], 2]);
  for (const args of [['--stdin-path', 'inner', '-'], ['--stdin-path', 'a.js', 'a.js'], ['-', '-']]) {
    const wrong = run(['check', ...args], { cwd: place, input: '' });
    assert.equal(wrong.code, 2, args.join(' '));
    assert.equal(wrong.err.trim().split('\n').length, 1, wrong.err);
  }
});

summary();
