'use strict';
// The graph page in a browser: a graph of some 900 contexts can be searched and filtered, and of a finding is shown what is around it.
const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { folder, run, summary, test } = require('./harness');

const step = i => `function load${i}(p) {\n  p.then(v => v + ${i}).then(v => console.log(v)).catch(() => {});\n  setTimeout(() => p.finally(() => {}), ${i});\n}\nload${i}(Promise.resolve(${i}));\n`;
const FORK = 'function forked(p) {\n  p.then(v => v + 1);\n  p.then(v => console.log(v));\n}\nforked(Promise.reject(new Error("no")));\n';
const files = {};
for (let i = 0; i < 150; i++) files[`f${String(i).padStart(3, '0')}.js`] = step(i);
const place = folder({ ...files, 'z.js': FORK }), home = folder({});
const page = path.join(home, 'graph.html');

// The page as the browser has it once its script has run, with `hash` behind its address.
function shown(hash) {
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--window-size=1400,900', '--virtual-time-budget=3000',
    `--user-data-dir=${home}`, '--dump-dom', `${pathToFileURL(page).href}${hash}`];
  const { stdout, error } = spawnSync('chromium', args, { encoding: 'utf8', timeout: 110000, maxBuffer: 1 << 28 });
  assert(!error && stdout, `chromium: ${error || 'nothing'}: apt-get install chromium`);
  const nodes = [...stdout.matchAll(/<g class="(node[^"]*)"[^>]*transform="translate\(([-\d.]+) ([-\d.]+)\)"[^]*?<text[^>]*>([^<]*)/g)]
    .map(([, kind, x, y, label]) => ({ kind: kind.split(' '), x: +x, y: +y, label }));
  return { text: stdout, nodes, visible: nodes.filter(node => !node.kind.includes('hidden')) };
}

test('900 contexts, the findings marked, in rows', () => {
  fs.writeFileSync(page, run(['check', '--graph', 'html', '.'], { cwd: place }).out);
  const { nodes, visible, text } = shown('');
  assert(nodes.length >= 850, `${nodes.length} contexts`);
  assert.equal(visible.length, nodes.length);
  const marked = nodes.filter(node => node.kind.includes('found'));
  assert(marked.length >= 2 && marked.length <= 8, `${marked.length} marked`);
  assert(marked.some(node => node.label === 'then in forked'), JSON.stringify(marked));
  assert.match(text, /<b>broken-promise<\/b><small>z\.js:3<\/small>/);
  const [width, height] = ['x', 'y'].map(axis => Math.max(...nodes.map(node => node[axis])));
  assert(width < 3 * height && height < 3 * width, `${width} by ${height}: no screen has that shape`);
});

test('only around a finding', () => {
  const { visible } = shown('#f0');
  assert(visible.length >= 3 && visible.length <= 12, `${visible.length} shown`);
  assert(visible.some(node => node.label === 'then in forked'));
  assert(visible.every(node => node.x < 1500 && node.y < 900), 'near each other');
});

test('search', () => {
  const { nodes, text } = shown('#q=load77');
  const hits = nodes.filter(node => node.kind.includes('hit'));
  assert(hits.length >= 4 && hits.length <= 10, `${hits.length} hits`);
  assert(hits.some(node => /load77/.test(node.label)));
  assert.match(text, /[0-9]+ found, Enter for the next/);
});

summary();
