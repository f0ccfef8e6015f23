'use strict';
// The parser tests of test262: what is a program is read; what is none need not be refused (the analyser is no linter), but
// whatever would make us misread the rest of the file is.
const fs = require('node:fs');
const path = require('node:path');
const { parseFiles, verdict } = require('./harness');

const tests = path.join(__dirname, 'node_modules/test262-parser-tests');
let failed = 0;

function read(folder) {
  const names = fs.readdirSync(path.join(tests, folder));
  const results = parseFiles(names.map(name => ['js', path.join(tests, folder, name)]));
  return names.map((name, i) => ({ name, text: fs.readFileSync(path.join(tests, folder, name), 'utf8'), ...results[i] }));
}

for (const folder of ['pass', 'pass-explicit']) {
  const all = read(folder);
  for (const { name, problems, message } of all) {
    if (!problems) continue;
    failed++;
    console.log(`FAILED ${folder}/${name}: ${message}`);
  }
  if (all.length < 1900) failed++, console.log(`FAILED ${folder}: only ${all.length} files`);
  console.log(`${folder}: ${all.length} files`);
}

// A comment or a regular expression that swallows what follows, a brace that closes what is still open.
const dangerous = [/^\/\*(?![^]*\*\/)/, /^\}/, /^\/[^/*\n]*\\[\n\r\u2028\u2029]/];
const fail = read('fail');
let counted = 0;
for (const { name, text, problems } of fail) {
  if (!dangerous.some(pattern => pattern.test(text))) continue;
  counted++;
  if (problems) continue;
  failed++;
  console.log(`FAILED fail/${name} is read: ${JSON.stringify(text)}`);
}
if (counted < 12) failed++, console.log(`FAILED only ${counted} dangerous ones: the patterns no longer match`);
console.log(`fail: ${fail.filter(({ problems }) => problems).length} of ${fail.length} refused, all ${counted} that endanger the rest`);
verdict(1, failed);
