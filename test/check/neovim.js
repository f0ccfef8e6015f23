'use strict';
// The language server in Neovim, an editor that shares no code with it: neovim.lua does what a person would.
const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { folder, program, summary, test } = require('./harness');

const TEXT = 'const fs = require("fs").promises;\nexports.load = async file => {\n  try {\n    return fs.readFile(file);\n' +
  '  } catch {\n    return null;\n  }\n};\n';

test('diagnostics come, the repair is offered and taken, the saved file has it', () => {
  const place = folder({ 'a.js': TEXT, 'interloper.json': '{}' }), home = folder({}), seenIn = path.join(home, 'seen.json');
  const result = spawnSync('nvim', ['--headless', '--clean', '-n', '-c', `luafile ${path.join(__dirname, 'neovim.lua')}`], {
    cwd: place, encoding: 'utf8', timeout: 90000, input: '',
    env: { ...process.env, HOME: home, XDG_STATE_HOME: home, XDG_CACHE_HOME: home, INTERLOPER: program, SEEN: seenIn },
  });
  assert(!result.error, `${result.error}: apt-get install neovim`);
  assert(fs.existsSync(seenIn), result.stderr);
  const seen = JSON.parse(fs.readFileSync(seenIn, 'utf8'));
  assert.equal(seen.missing, undefined, `${JSON.stringify(seen)} ${result.stderr}`);
  assert.deepEqual(seen.before, [{ code: 'unawaited-return', line: 3, source: 'interloper', severity: 2 }]);
  assert.equal(seen.titles.length, 2);
  assert.match(seen.titles[0], /^Repair: return await/);
  assert.match(seen.titles[1], /^Silence unawaited-return/);
  assert.equal(seen.after, 0);
  assert.equal(fs.readFileSync(path.join(place, 'a.js'), 'utf8'), TEXT.replace('return fs', 'return await fs'));
});

summary();
