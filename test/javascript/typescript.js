'use strict';
// The parser against TypeScript's own, over the sources that npm packages ship: both must agree on which files have syntax
// errors. Then Flow's annotations in .js, which are skipped like TypeScript's.
// node typescript.js [FOLDER...]: other sources than the pinned ones.
const fs = require('node:fs');
const path = require('node:path');
const { parseFiles, verdict } = require('./harness');
const ts = require('typescript');

const packages = path.join(__dirname, 'node_modules');

function* sources(folder, ending) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(file, ending);
    else if (ending.test(entry.name) && !/\.d\.[cm]?ts$/.test(entry.name)) yield file;
  }
}

function hasErrors(file) {
  const kind = /x$/.test(file) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const text = fs.readFileSync(file, 'utf8');
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind).parseDiagnostics.length > 0;
}

const named = process.argv.slice(2);
const files = (named.length ? named : [packages]).flatMap(folder => [...sources(folder, /\.[cm]?tsx?$/)]);
const ours = parseFiles(files.map(file => ['-', file]));
let differ = 0;
files.forEach((file, i) => {
  if (hasErrors(file) === ours[i].problems > 0) return;
  differ++;
  console.log(`FAILED ${path.relative(packages, file)}: TypeScript ${hasErrors(file) ? 'refuses' : 'reads'} it; ours: ${ours[i].message || 'reads it'}`);
});
if (!named.length && files.length < 1000) differ++, console.log(`FAILED only ${files.length} sources: the packages ship them no more?`);
console.log(`${files.length} files of TypeScript: ${differ} differences`);

if (!named.length) {
  const flow = [...sources(path.join(packages, '@react-native'), /\.js$/)];
  const read = parseFiles(flow.map(file => ['-', file]));
  flow.forEach((file, i) => {
    if (!read[i].problems) return;
    differ++;
    console.log(`FAILED ${path.relative(packages, file)}: ${read[i].message}`);
  });
  console.log(`${flow.length} files with annotations of Flow`);
}
verdict(1, differ);
