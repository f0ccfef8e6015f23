'use strict';

// node compare.js EXPECTED RESULT: prints one line for each pair whose result is not the expected one; exit 1 if any.
//
// "pairs" maps "first>second" to race, same, infeasible, unstable or unplanned (no test was made), or several with "|".
// Events are named by their id, or by #n, the n-th that was found. A pair that is not named must not be a race.
// "labels" lists those of the events, in order; "notes" lists words that must be in one of the notes each.
// "nodes" maps an event to how many nodes its graph has.
// "silent" lists words that no note may hold; "causes" maps a pair to the cause of its race.
// "number" says how many causes there are.
// "late" maps a pair to the request that was late and the place that asked for it.
// "handlers" maps an event to where the handlers that wrote something were registered, in order of writing.
const { readFileSync } = require('node:fs');

const [expected, result] = process.argv
  .slice(2)
  .map((path) => JSON.parse(readFileSync(path, 'utf8')));
const wrong = [];

const ids = result.events.map((event) => event.id);
const name = (word) => (word.startsWith('#') ? ids[Number(word.slice(1)) - 1] : word);

const results = new Map(result.tests.map((test) => [`${test.first}>${test.second}`, test]));
const named = new Set();

for (const [pair, wanted] of Object.entries(expected.pairs)) {
  const key = pair.split('>').map(name).join('>');
  const test = results.get(key);
  const got = test ? test.result : 'unplanned';
  named.add(key);
  if (!wanted.split('|').includes(got))
    wrong.push(
      `${pair}: expected ${wanted}, got ${got}${test && test.why ? ` (${test.why})` : ''}`,
    );
}
for (const [key, test] of results) {
  if (!named.has(key) && !['same', 'infeasible'].includes(test.result))
    wrong.push(`${key}: got ${test.result}, not expected`);
}
if (expected.found !== undefined && ids.length !== expected.found) {
  const found = result.events.map((event) => `${event.type} ${event.selector}`).join(', ');
  wrong.push(`expected ${expected.found} events to be found, got ${ids.length}: ${found}`);
}
const labels = result.events.map((event) => event.label);
if (expected.labels && labels.join('\n') !== expected.labels.join('\n')) wrong.push(`the events are called ${labels.join(', ')}`);
for (const [event, wanted] of Object.entries(expected.handlers || {})) {
  const { writes } = result.graphs.find((graph) => graph.event === name(event));
  const got = [...new Set(writes.map((write) => write.handler))].join(' ');
  if (got !== wanted.join(' ')) wrong.push(`${event} is written by ${got}, expected ${wanted.join(' ')}`);
}
for (const [event, wanted] of Object.entries(expected.nodes || {})) {
  const { nodes } = result.graphs.find((graph) => graph.event === name(event));
  if (nodes !== wanted) wrong.push(`the graph of ${event} has ${nodes} nodes, expected ${wanted}`);
}
for (const words of expected.notes || [])
  if (!result.warnings.some((note) => note.includes(words))) wrong.push(`no note says "${words}": ${result.warnings.join('; ')}`);
for (const words of expected.silent || [])
  if (result.warnings.some((note) => note.includes(words))) wrong.push(`a note says "${words}": ${result.warnings.join('; ')}`);
for (const [pair, wanted] of Object.entries(expected.causes || {})) {
  const { cause } = results.get(pair.split('>').map(name).join('>')) || {};
  if (cause !== wanted) wrong.push(`${pair}: the cause is ${cause}, expected ${wanted}`);
}
for (const [pair, wanted] of Object.entries(expected.late || {})) {
  const { late } = results.get(pair.split('>').map(name).join('>')) || {};
  const got = late && `${late.request} ${late.at}`;
  if (got !== wanted) wrong.push(`${pair}: late was ${got}, expected ${wanted}`);
}
if (expected.number !== undefined && result.causes !== expected.number)
  wrong.push(`${result.causes} causes, expected ${expected.number}`);
const races = result.tests.filter((test) => test.result === 'race').length;
if (result.races !== races) wrong.push(`"races" says ${result.races}, the tests say ${races}`);

for (const line of wrong) console.log(line);
process.exit(wrong.length ? 1 : 0);
