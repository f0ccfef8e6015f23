'use strict';
// compare.js PROGRAM JSON STATUS: what is expected of a program against what detect said of it. A line is named by its number, or
// by a word in a comment at its end: `state = 1; // W`.
const fs = require('fs');
const [, , program, json, status] = process.argv;

const source = fs.readFileSync(program, 'utf8').split('\n');
const lineOf = (name) => {
  if (/^\d+$/.test(name)) return Number(name);
  const at = source.findIndex((line) => new RegExp(`\\S.*// ([A-Z] )*${name}( [A-Z])*$`).test(line));
  if (at < 0) throw new Error(`${program}: no line is called ${name}`);
  return at + 1;
};
const lines = (a, b) => [a, b].sort((x, y) => x - y).join(' ');
const expected = [];
for (const text of source) {
  const race = /^\/\/ race: (\w+) (\w+) (\S+) (\S+)$/.exec(text);
  const benign = /^\/\/ benign: (\w+) (\w+) (\S+)$/.exec(text);
  if (race) expected.push(`race ${lines(lineOf(race[1]), lineOf(race[2]))} ${race[3]} ${race[4]}`);
  if (benign) expected.push(`benign ${lines(lineOf(benign[1]), lineOf(benign[2]))} ${benign[3]}`);
}

const document = JSON.parse(fs.readFileSync(json, 'utf8'));
const lineSaid = (side) => Number(/:(\d+):\d+$/.exec(side.at ?? ':0:0')[1]);
const said = document.races.map((race) => {
  const where = lines(lineSaid(race.first), lineSaid(race.second));
  const isBenign = race.verdict === 'benign' && race.pattern && !race.doubt;
  return isBenign ? `benign ${where} ${race.pattern}` : `race ${where} ${race.violation} ${race.status}`;
});
for (const race of document.races)
  if (race.status === 'confirmed' && (race.replays.reproduced !== 10 || !race.schedule)) said.push(`${race.id}: no proof`);

const missing = expected.filter((one) => !said.includes(one));
const surplus = said.filter((one) => !expected.includes(one));
for (const one of missing) console.log(`missing: ${one}`);
for (const one of surplus) console.log(`not expected: ${one}`);
const wanted = expected.some((one) => one.endsWith(' confirmed')) ? '1' : '0';
if (status !== wanted) console.log(`exit status ${status} instead of ${wanted}`);
process.exitCode = missing.length || surplus.length || status !== wanted ? 1 : 0;
