'use strict';
// node bench/check/pool.js COUNTS.json FROM COUNT FOLDER [LIST.md]: the packages that findings are drawn from, chosen by nobody.
// Of npm's packages with at least 10,000 downloads a month (COUNTS.json is the file of npm's package download-counts) in the
// order of the SHA-1 of their names, takes COUNT from place FROM on and unpacks the newest version of each below FOLDER.
// Without type declarations, and without what LIST.md names (bench/check/packages.md) or shares a scope with.
// Nothing of them is executed.
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const LEAST_DOWNLOADS = 10000, AT_ONCE = 12, MOST_BYTES = 20e6, PATIENCE_MS = 60000;
const [counts, from, count, folder, list] = process.argv.slice(2);
const registry = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout.trim();

const flat = name => name.replace(/^@/, '').replace('/', '-');
const hash = name => createHash('sha1').update(name).digest('hex');

function seenBefore(file) {
  const words = file ? fs.readFileSync(file, 'utf8').match(/[\w.~-]+-\d+\.\d+\.\d+[\w.+-]*/g) : [];
  const names = new Set(words.map(word => word.replace(/-\d+\.\d+\.\d+.*$/, '')));
  return name => {
    const scope = name.startsWith('@') && name.slice(1, name.indexOf('/') + 1).replace('/', '-');
    return names.has(flat(name)) || (scope && words.some(word => word.startsWith(scope)));
  };
}

function chosen() {
  const downloads = JSON.parse(fs.readFileSync(counts, 'utf8'));
  const known = seenBefore(list);
  return Object.keys(downloads)
    .filter(name => downloads[name] >= LEAST_DOWNLOADS && !name.startsWith('@types/'))
    .map(name => [hash(name), name]).sort().map(pair => pair[1])
    .slice(Number(from), Number(from) + Number(count)).filter(name => !known(name));
}

async function get(url) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

async function unpack(name) {
  const { version, dist } = JSON.parse(await get(`${registry}${name.replace('/', '%2f')}/latest`));
  if (dist.unpackedSize > MOST_BYTES) throw new Error(`${dist.unpackedSize} bytes`);
  const place = path.join(folder, `${flat(name)}-${version}`);
  if (fs.existsSync(place)) return;
  const archive = await get(dist.tarball);
  fs.mkdirSync(place, { recursive: true });
  spawnSync('tar', ['xz', '-C', place, '--strip-components=1', '--no-same-owner'], { input: archive });
  spawnSync('chmod', ['-R', 'u+rwX', place]);
}

async function worker(names, tell) {
  for (let name; (name = names.pop());) await unpack(name).then(() => tell(), error => tell(`${name}: ${error.message}`));
}

async function main() {
  const names = chosen(), total = names.length;
  let failed = 0;
  const tell = trouble => { if (trouble) failed++, console.error(trouble); };
  await Promise.all(Array.from({ length: AT_ONCE }, () => worker(names, tell)));
  console.log(`${total - failed} packages below ${folder}, ${failed} not to be had`);
}

main();
