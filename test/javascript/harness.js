'use strict';
// What the tests of the parser share: reading many files by one call of build/test/parse_files.
const path = require('node:path');
const { execFileSync } = require('node:child_process');

const program = path.join(__dirname, '../../build/test/parse_files');

// [[kind, path]...] to [{problems, start, message}...]
exports.parseFiles = inputs => {
  const input = inputs.map(([kind, file]) => `${kind} ${file}\n`).join('');
  const out = execFileSync(program, { input, encoding: 'utf8', maxBuffer: 1 << 30 });
  return out.slice(0, -1).split('\n').map(line => {
    const [, problems, start, message] = /^(\d+) (?:(\d+) (.*))?$/.exec(line);
    return { problems: Number(problems), start: Number(start), message };
  });
};

exports.verdict = (passed, failed) => {
  console.log(`${failed ? 0 : passed} passed, ${failed ? 1 : 0} failed`);
  process.exitCode = failed ? 1 : 0;
};
