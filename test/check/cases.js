'use strict';
// Every file below cases/ is one idea. `// expect: RULE [SEVERITY] [@LINE...]` stands on the very line of the finding
// (several are separated by commas), with lines that must be among its related places; a file without it must be silent
// of all rules. `// rules: A, B` in the head looks only at these.
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { check, summary, test } = require('./harness');

const here = path.join(__dirname, 'cases');
const only = process.argv[2] || '';

function expectations(text) {
  const wanted = [];
  text.split('\n').forEach((line, i) => {
    const found = /\/\/ expect: ([^/]*)$/.exec(line);
    for (const item of found ? found[1].split(',') : []) {
      const words = item.trim().split(/\s+/);
      const [rule, severity] = words.filter(word => word[0] !== '@');
      const related = words.filter(word => word[0] === '@').map(word => Number(word.slice(1)));
      wanted.push({ rule, severity, related, line: i + 1 });
    }
  });
  return wanted;
}

const matches = (want, found) =>
  want.rule === found.rule &&
  want.line === found.line &&
  (!want.severity || want.severity === found.severity) &&
  want.related.every(line => found.related.some(related => related.line === line));
const shown = ({ line, rule, severity, message }) => `line ${line}: ${rule} ${severity || ''} ${message || ''}`;

function compare(file) {
  const text = fs.readFileSync(file, 'utf8');
  const rules = /^\/\/ rules: (.*)$/m.exec(text)?.[1].split(',').map(rule => rule.trim());
  const wanted = expectations(text);
  assert(path.basename(file).startsWith('silent-') === (wanted.length === 0), 'the name says silent or reported');
  const result = check([path.relative(here, file)], { cwd: here });
  const found = result.json.findings.filter(finding => !rules || rules.includes(finding.rule));
  const missing = wanted.filter(want => !found.some(finding => matches(want, finding)));
  const extra = found.filter(finding => !wanted.some(want => matches(want, finding)));
  const lines = [...missing.map(item => `missed ${shown(item)}`), ...extra.map(item => `false alarm, ${shown(item)}`)];
  assert(lines.length === 0, lines.join('\n'));
  assert(result.json.errors.length === 0, `syntax error: ${JSON.stringify(result.json.errors[0])}`);
}

for (const rule of fs.readdirSync(here).sort())
  for (const name of fs.readdirSync(path.join(here, rule)).sort())
    if (/\.[cm]?[jt]sx?$/.test(name) && `${rule}/${name}`.includes(only))
      test(`cases/${rule}/${name}`, () => compare(path.join(here, rule, name)));
summary();
