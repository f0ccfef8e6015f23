'use strict';
// figures.js median NUMBER… | field NAME FILE | verdict TITLE VANILLA OURS TARGET: the arithmetic of bench/engine/run.
const fs = require('fs');

const median = numbers => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

const [what, ...words] = process.argv.slice(2);
if (what === 'field') {
  const value = JSON.parse(fs.readFileSync(words[1], 'utf8'))[words[0]];
  if (typeof value !== 'number') process.exit(1);
  console.log(value);
} else if (what === 'verdict') {
  // Each alternation gives one ratio; their median is judged, their range shown.
  const [title, vanilla, ours, target] = words;
  const numbers = text => text.trim().split(/\s+/).map(Number);
  const [v, o] = [numbers(vanilla), numbers(ours)];
  const ratios = o.map((ms, i) => ms / v[i]);
  const ratio = median(ratios);
  const verdict = ratio <= Number(target) ? 'ok' : 'MISSED';
  const range = `${Math.min(...ratios).toFixed(3)}–${Math.max(...ratios).toFixed(3)}`;
  const cells = [
    title.padEnd(52),
    `${median(v).toFixed(1).padStart(9)} ms`,
    `${median(o).toFixed(1).padStart(9)} ms`,
    ratio.toFixed(3).padStart(7),
    `(${range})`.padEnd(15),
    `≤ ${target}`,
    verdict,
  ];
  console.log(cells.join('  '));
  process.exitCode = verdict === 'ok' ? 0 : 1;
} else {
  console.log(median(words.map(Number)));
}
