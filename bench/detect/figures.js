'use strict';
// figures.js FOLDER RUNS: what detect said of each program of bench/races, and the sums beside their targets.
const fs = require('fs');
const path = require('path');
const [, , folder, runs] = process.argv;

const guiltyLines = (program) =>
  fs
    .readFileSync(program, 'utf8')
    .split('\n')
    .flatMap((line, at) => (line.includes('// guilty:') ? [at - 1, at, at + 1].map((line) => `${path.basename(program)}:${line}:`) : []));
const places = (race) => [race.first, race.second].flatMap((side) => [side.at ?? '', ...side.stack]);

const sums = { racy: 0, predicted: 0, confirmed: 0, control: 0, controlConfirmed: 0, controlHarmful: 0 };
for (const name of fs.readdirSync(folder).sort()) {
  const known = /^(racy|control)-(.*\.js)\.json$/.exec(name);
  if (!known) continue;
  const [, kind, file] = known;
  const { races } = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
  const confirmed = races.filter((race) => race.status === 'confirmed');
  const harmful = races.filter((race) => race.verdict === 'harmful' && race.status !== 'infeasible' && race.status !== 'no-difference');
  if (kind === 'racy') {
    const lines = guiltyLines(path.join('bench/races/racy', file));
    const ofIt = races.filter((race) => places(race).some((at) => lines.some((line) => at.includes(line))));
    let used = 0;
    let proved = false;
    for (const race of races) {
      used += race.runs;
      proved ||= race.status === 'confirmed' && used <= Number(runs) && ofIt.includes(race);
    }
    sums.racy++;
    sums.predicted += ofIt.length > 0;
    sums.confirmed += proved;
    console.log(`${file}: ${ofIt.length ? 'predicted' : 'NOT PREDICTED'}, ${proved ? 'confirmed' : 'NOT CONFIRMED'}; ${races.length} races, ${confirmed.length} confirmed, ${used} directed runs`);
  } else {
    sums.control++;
    sums.controlConfirmed += confirmed.length;
    sums.controlHarmful += harmful.length;
    console.log(`control ${file}: ${harmful.length} harmful, ${confirmed.length} confirmed of ${races.length}`);
  }
}
const part = (some, all) => (all ? some / all : 0);
const verdicts = [
  ['predicted', part(sums.predicted, sums.racy), '>=', 0.85],
  ['confirmed', part(sums.confirmed, sums.racy), '>=', 0.75],
  ['confirmed in controls', sums.controlConfirmed, '<=', 0],
  ['harmful a control', part(sums.controlHarmful, sums.control), '<=', 0.5],
];
for (const [what, value, how, target] of verdicts) {
  const met = how === '>=' ? value >= target : value <= target;
  console.log(`${what}: ${value.toFixed(2)} (${how} ${target}) ${met ? '' : 'MISSED'}`);
  if (!met) process.exitCode = 1;
}
