// node check.mjs APP RESULT: one line of figures, and one for each cause that is missing, was not planted, or is told at
// another line than the author's; exit 1 if there is any.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [app, file] = process.argv.slice(2);
const result = JSON.parse(readFileSync(file, 'utf8'));
const planted = JSON.parse(readFileSync(join(app, 'expected.json'), 'utf8')).causes;
const wrong = [];

const causes = new Map();
for (const test of result.tests) if (test.result === 'race' && !causes.has(test.cause_number)) causes.set(test.cause_number, test);
const found = [...causes.values()].map(({ cause, late }) => ({ cause, request: late.request, at: late.at || '' }));
const fileOf = (place) => place.replace(/:\d+:\d+$/, '');
const name = ({ cause, request, at }) => `${cause} ${request} ${fileOf(at)}`;

const names = found.map(name);
for (const one of planted) if (!names.includes(name(one))) wrong.push(`planted, not found: ${name(one)}`);
for (const one of found) if (!planted.map(name).includes(name(one))) wrong.push(`found, not planted: ${name(one)}`);
if (found.length !== planted.length) wrong.push(`${found.length} causes, ${planted.length} planted`);
for (const { result: verdict, first, second, why } of result.tests)
  if (verdict === 'unstable' || verdict === 'broken') wrong.push(`${first}>${second} is ${verdict}: ${why}`);

// All lines that the result names: who asked, and the handlers that wrote. Ours are those of files below src/.
const lines = [...found.map(({ at }) => at), ...result.graphs.flatMap(({ writes }) => writes.map(({ handler }) => handler))].filter(Boolean);
const ours = lines.filter((place) => fileOf(place).startsWith('src/') && existsSync(join(app, fileOf(place))));
const share = ours.length / lines.length;
if (share < 0.9) wrong.push(`only ${Math.round(share * 100)} % of the lines are the author's: ${[...new Set(lines.filter((line) => !ours.includes(line)))].join(' ')}`);

const seconds = ((result.phase1_ms + result.phase2_ms) / 1000).toFixed(0);
console.log(
  `${app}: ${result.events.length} events, ${result.tests.length} pairs, ${result.races} races, ${found.length} causes of ${planted.length} planted, ` +
    `${ours.length} of ${lines.length} lines ours, ${seconds} s`,
);
for (const line of wrong) console.log(`  ${line}`);
process.exit(wrong.length ? 1 : 0);
