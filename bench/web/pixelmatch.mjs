// node pixelmatch.mjs ROUNDS A.png B.png [A.png B.png …]: milliseconds a pair of pixelmatch, from decoded pixels to the
// number that differ, with its defaults and as exact as ours (threshold 0), and with decoding. The best of all rounds
// counts, which a busy machine disturbs least; the mean over the pairs is printed.
import { readFileSync } from 'node:fs';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

const rounds = Number(process.argv[2]);
const files = process.argv.slice(3).map((path) => readFileSync(path));
const pairs = Math.floor(files.length / 2);
const now = () => Number(process.hrtime.bigint()) / 1e6;
const sums = { compare_ms: 0, exact_ms: 0, whole_ms: 0 };
let different = 0;

function time(work) {
  const start = now();
  const value = work();
  return [now() - start, value];
}

for (let pair = 0; pair < pairs; pair++) {
  const best = { compare_ms: Infinity, exact_ms: Infinity, whole_ms: Infinity };
  const keep = (name, ms) => (best[name] = Math.min(best[name], ms));
  let count = 0;
  for (let round = 0; round < rounds; round++) {
    const [decoding, [a, b]] = time(() => [0, 1].map((i) => PNG.sync.read(files[2 * pair + i])));
    const [comparing] = time(() => pixelmatch(a.data, b.data, null, a.width, a.height));
    const options = { threshold: 0, includeAA: true };
    const [exact, found] = time(() => pixelmatch(a.data, b.data, null, a.width, a.height, options));
    keep('compare_ms', comparing);
    keep('exact_ms', exact);
    keep('whole_ms', decoding + comparing);
    count = found;
  }
  for (const name of Object.keys(sums)) sums[name] += best[name] / pairs;
  different += count;
}
console.log(JSON.stringify({ ...sums, different }));
