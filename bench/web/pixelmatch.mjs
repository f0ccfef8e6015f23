// node pixelmatch.mjs ROUNDS A.png B.png [A.png B.png …]: milliseconds a pair of pixelmatch, from decoded pixels to the
// number that differ, with its defaults and as exact as ours (threshold 0), and with decoding; the median of all rounds.
import { readFileSync } from 'node:fs';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

const rounds = Number(process.argv[2]);
const files = process.argv.slice(3).map((path) => readFileSync(path));
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const compared = [];
const exact = [];
const whole = [];
let different = 0;

for (let round = 0; round < rounds; round++) {
  for (let i = 0; i + 1 < files.length; i += 2) {
    const start = process.hrtime.bigint();
    const [a, b] = [PNG.sync.read(files[i]), PNG.sync.read(files[i + 1])];
    const decoded = process.hrtime.bigint();
    pixelmatch(a.data, b.data, null, a.width, a.height);
    const end = process.hrtime.bigint();
    const options = { threshold: 0, includeAA: true };
    different += pixelmatch(a.data, b.data, null, a.width, a.height, options);
    exact.push(Number(process.hrtime.bigint() - end) / 1e6);
    compared.push(Number(end - decoded) / 1e6);
    whole.push(Number(end - start) / 1e6);
  }
}
console.log(
  JSON.stringify({
    compare_ms: median(compared),
    exact_ms: median(exact),
    whole_ms: median(whole),
    different: different / rounds,
  }),
);
