'use strict';
// Instruments sources and runs them in realms of their own, with marks that only count.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const vm = require('node:vm');
const { execFileSync } = require('node:child_process');

const root = path.join(__dirname, '../..');
const program = path.join(root, 'build/test/instrument_file');
const marks = new vm.Script(fs.readFileSync(path.join(root, 'src/instrument/marks.js'), 'utf8'));
const NAME = '$__interloper';

// [{text, module}...] to [{text, sites, marked, notMarked, refusal}...]
exports.instrument = (sources, options = []) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'interloper-instrument-'));
  const input = sources.map(({ text, module }, i) => {
    fs.writeFileSync(`${folder}/${i}.in`, text);
    return `${module ? 'module' : 'script'} ${folder}/${i}.in ${folder}/${i}.out\n`;
  });
  const lines = execFileSync(program, [...options, '-'], { input: input.join(''), encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n');
  const results = sources.map((_, i) => {
    const [, sites, marked, notMarked, refusal] = /^(\d+) (\d+) (\d+) (.*)$/.exec(lines[i]);
    return { text: fs.readFileSync(`${folder}/${i}.out`, 'utf8'), sites: +sites, marked: +marked, notMarked: +notMarked, refusal };
  });
  fs.rmSync(folder, { recursive: true });
  return results;
};

// A realm with the marks in it; notes go to `note`.
exports.realm = (globals = {}, note = () => {}) => {
  const context = vm.createContext(globals);
  Object.defineProperty(vm.runInContext('globalThis', context), NAME, {
    value: marks.runInContext(context)(note), configurable: false, enumerable: false,
  });
  return context;
};
