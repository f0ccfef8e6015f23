'use strict';
// Whatever Node reads, it reads when it is instrumented: all CommonJS files of the packages that the tests install, and npm's.
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');
const { execFileSync } = require('node:child_process');
const { instrument } = require('./harness');

const LARGEST = 600_000;
const root = path.join(__dirname, '../..');

function* sources(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(file);
    else if (entry.isFile() && /\.c?js$/.test(file) && fs.statSync(file).size < LARGEST) yield file;
  }
}

// As Module.prototype._compile wraps it; undefined where Node refuses it.
function problem(text) {
  try {
    new vm.Script(`(function (exports, require, module, __filename, __dirname) {${text.replace(/^#!.*/, '')}\n})`);
    return '';
  } catch (error) {
    return error.message;
  }
}

const npm = path.join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm');
const folders = [path.join(root, 'test/engine/node_modules'), path.join(root, 'test/javascript/node_modules'), npm];
const files = folders.filter(folder => fs.existsSync(folder)).flatMap(folder => [...sources(folder)])
  .map(file => ({ file, text: fs.readFileSync(file, 'utf8') })).filter(({ text }) => !problem(text));
const broken = instrument(files).map(({ text }, i) => [files[i].file, problem(text)]).filter(([, message]) => message);
for (const [file, message] of broken) console.log(`FAILED ${path.relative(root, file)}: instrumented, Node says: ${message}`);
console.log(`${files.length} files of packages are instrumented`);
console.log(`${broken.length || files.length < 1000 ? 0 : 1} passed, ${broken.length || files.length < 1000 ? 1 : 0} failed`);
