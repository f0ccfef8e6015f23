'use strict';
// compare.js PROGRAM JSON STATUS: what is expected of a program against what detect said of it.
const fs = require('fs');
const [, , program, json, status] = process.argv;

const lines = (a, b) => [Number(a), Number(b)].sort((x, y) => x - y).join(' ');
const expected = [];
for (const text of fs.readFileSync(program, 'utf8').split('\n')) {
  const race = /^\/\/ race: (\d+) (\d+) (\S+) (\S+)$/.exec(text);
  const benign = /^\/\/ benign: (\d+) (\d+) (\S+)$/.exec(text);
  if (race) expected.push(`race ${lines(race[1], race[2])} ${race[3]} ${race[4]}`);
  if (benign) expected.push(`benign ${lines(benign[1], benign[2])} ${benign[3]}`);
}

const document = JSON.parse(fs.readFileSync(json, 'utf8'));
const lineOf = (side) => Number(/:(\d+):\d+$/.exec(side.at ?? ':0:0')[1]);
const said = document.races.map((race) => {
  const where = lines(lineOf(race.first), lineOf(race.second));
  const isBenign = race.verdict === 'benign' && race.pattern && !race.doubt;
  return isBenign ? `benign ${where} ${race.pattern}` : `race ${where} ${race.violation} ${race.status}`;
});
for (const race of document.races)
  if (race.status === 'confirmed' && (race.replays.reproduced !== 10 || !race.schedule)) said.push(`${race.id}: no proof`);

const missing = expected.filter((one) => !said.includes(one));
const surplus = said.filter((one) => !expected.includes(one));
for (const one of missing) console.log(`missing: ${one}`);
for (const one of surplus) console.log(`not expected: ${one}`);
const wanted = said.some((one) => one.endsWith(' confirmed')) ? '1' : '0';
if (status !== wanted) console.log(`exit status ${status} instead of ${wanted}`);
process.exitCode = missing.length || surplus.length || status !== wanted ? 1 : 0;
