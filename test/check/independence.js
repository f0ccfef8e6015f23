'use strict';
// What is found in a package depends on nothing else in the run: packages made of all the cases, and of what once leaked from
// one file to the next, are checked one by one and in random groups and orders, with one thread and with several. All findings,
// with every field, must be the same.
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { check, folder, summary, test } = require('./harness');

const PACKAGES = 200, ROUNDS = 6;
const seed = Number(process.env.SEED) || 18;
const cases = path.join(__dirname, 'cases');

let state = seed;
function random(below) { // xorshift: the same on every machine
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}

function shuffled(list) {
  const result = [...list];
  for (let i = result.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [result[i], result[j]] = [result[j], result[i]];
  }
  return result;
}

// A catch that waits for ever; many functions that do; a program that never ends; one that spends its steps.
const LEAKS = {
  'catch.js': 'exports.a = async p => { try { await p(); } catch (e) { await new Promise(() => {}); } };\n',
  'waits.js': Array.from({ length: 500 }, (_, i) => `exports.f${i} = async () => { await new Promise(() => {}); };\n`).join(''),
  'endless.js': 'setInterval(() => console.log(1), 5);\nconst again = () => setImmediate(again);\nagain();\n',
  'long.js': 'exports.g = async n => {\n  for (let i = 0; i < 1e6; i++) n += await i;\n};\n',
};

function packages() {
  const files = shuffled(fs.readdirSync(cases).flatMap(rule =>
    fs.readdirSync(path.join(cases, rule)).filter(name => /\.[cm]?[jt]sx?$/.test(name)).map(name => path.join(rule, name))));
  const made = {};
  files.forEach((file, i) => {
    const where = `p${i % PACKAGES}`, name = file.replace('/', '-');
    made[`${where}/${name}`] = fs.readFileSync(path.join(cases, file), 'utf8');
    if (i % PACKAGES % 2) // every other package is one program
      made[`${where}/index.mjs`] = `${made[`${where}/index.mjs`] || ''}import './${name}';\n`;
  });
  for (let i = 0; i < PACKAGES; i += 5)
    for (const [name, text] of Object.entries(LEAKS)) made[`p${i}/${name}`] = text;
  return folder(made);
}

function remember(found, json) {
  for (const item of [...json.findings, ...json.remarks]) {
    const list = found.get(item.file) || [];
    list.push(JSON.stringify(item));
    found.set(item.file, list);
  }
}

function groups(names) {
  const result = [];
  for (let rest = shuffled(names); rest.length; rest = rest.slice(result.at(-1).length))
    result.push(rest.slice(0, 1 + random(rest.length)));
  return result;
}

const place = packages();
const names = Array.from({ length: PACKAGES }, (_, i) => `p${i}`);
const alone = new Map();
test('packages alone', () => {
  for (const name of names) remember(alone, check(['--jobs', '1', name], { cwd: place }).json);
  assert(alone.size > PACKAGES, 'there is something to compare');
});

for (let round = 0; round < ROUNDS; round++) {
  const grouping = round ? groups(names) : [names];
  test(`round ${round}: ${grouping.map(group => group.length)} packages, SEED=${seed}`, () => {
    const together = new Map();
    for (const group of grouping)
      remember(together, check(['--jobs', String(1 + random(4)), ...group], { cwd: place }).json);
    for (const file of new Set([...alone.keys(), ...together.keys()]))
      assert.deepEqual(together.get(file), alone.get(file), `${file}:\n${together.get(file)}\nand alone\n${alone.get(file)}`);
  });
}

// What is found depends on no address either: here a name begins at each of 256 places in a row.
test('where a text lies in memory means nothing', () => {
  const files = {};
  for (let i = 0; i < 256; i++)
    files[`f${i}.js`] = `${' '.repeat(i)}const page = fetch('/page');\npage.catch(console.error);\npage.finally(() => console.log('over'));\n`;
  const found = new Map();
  remember(found, check(['.'], { cwd: folder(files) }).json);
  const kinds = new Set([...found].map(([, list]) => list.map(one => JSON.parse(one)).map(one => `${one.rule}:${one.line}`).join(' ')));
  assert.deepEqual([found.size, kinds.size], [256, 1], [...kinds].join('\n'));
});

// One program: what waits for ever gives its stack back, and is told.
const WAITING = 9;
const ORDINARY = `exports.all = async (ps, f) => {
  const r = [];
  await Promise.all(ps.map(p => f(p).then(v => { r.push(v); })));
  return r[r.length - 1];
};
async function one(x) { await x; return x + 1; }
one(1).then(console.log);
`;
test('thousands of functions that wait for ever are no burden to the others', () => {
  const files = { 'z.js': ORDINARY, 'index.js': `${Array.from({ length: WAITING }, (_, i) => `require('./w${i}');\n`).join('')}require('./z');\n` };
  for (let i = 0; i < WAITING; i++) files[`w${i}.js`] = LEAKS['waits.js'];
  const whole = folder(files), single = folder({ 'z.js': ORDINARY });
  const of = json => json.findings.filter(finding => finding.file === 'z.js');
  const { json } = check(['.'], { cwd: whole });
  assert.deepEqual(of(json), of(check(['.'], { cwd: single }).json));
  assert(json.remarks.some(remark => /^w\d\.js$/.test(remark.file) && /wait at the same time/.test(remark.message)), JSON.stringify(json.remarks));
});

test('a catch that waits for ever hides nothing that another file settles twice', () => {
  const twice = "require('./catch');\nexports.go = () => new Promise((resolve, reject) => {\n" +
    "  setTimeout(() => {\n    resolve(1);\n    reject(new Error('late'));\n  }, 5);\n});\n";
  const { json } = check(['.'], { cwd: folder({ 'catch.js': LEAKS['catch.js'], 'twice.js': twice }) });
  assert.deepEqual(json.findings.map(finding => [finding.file, finding.rule, finding.line]), [['twice.js', 'multiple-settle', 5]]);
});

summary();
