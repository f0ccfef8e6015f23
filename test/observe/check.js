'use strict';
// check.js FOLDER CASE: what was observed of the case, against the `// expect: EXPRESSION` lines in it. Prints those that do
// not hold; the last line is "N passed, N failed".
const fs = require('node:fs');
const path = require('node:path');
const { read } = require('./read.js');

const [folder, file] = process.argv.slice(2);
const threads = read(folder);
const [main] = threads.filter((one) => one.process === '1' && one.thread === 0);
const base = path.basename(file);
const all = main ? main.records : [];

const helpers = {
  threads,
  // accesses in a line of the case: on(3), on(3, 'name'), on(3, 'name', 'WRITE')
  on: (line, name, access) => all.filter((one) => one.op === 'ACCESS' && one.site.line === line && path.basename(one.site.file) === base && (name === undefined || one.name === name) && (access === undefined || one.access === access)),
  // records by operation and what they hold: every('FILE', {file: 'WRITE'}); texts may be given as a part in /slashes/
  every: (op, wanted = {}, records = all) => records.filter((one) => one.op === op && Object.entries(wanted).every(([key, value]) => (value instanceof RegExp ? value.test(one[key]) : key === 'line' ? one.site && one.site.line === value : one[key] === value))),
  // all of these lists have something, and it is of one object (or of several)
  sameObject: (...lists) => lists.every((list) => list.length) && new Set(lists.flat().map((one) => one.object)).size === 1,
  otherObjects: (...lists) => lists.every((list) => list.length) && new Set(lists.map((list) => list[0].object)).size === lists.length,
  // each list happens in one event, no two in the same
  inDifferentEvents: (...lists) => lists.every((list) => list.length && list.every((one) => one.now === list[0].now)) && new Set(lists.map((list) => list[0].now)).size === lists.length,
  one: (list) => list.length === 1,
  some: (list) => list.length > 0,
  none: (list) => list.length === 0,
  // the event in which the line's first access lies was asked for there, as this kind of event
  askedAt: (list, line, kind) => list.length > 0 && all.some((one) => ['REGISTER', 'THEN'].includes(one.op) && one.event === list[0].now && (kind === undefined || one.kind === kind || one.op === kind) && (line === undefined || (one.site && one.site.line === line))),
  // that event was started, after what it was asked by and, where it completes a task, behind the task's end
  completes: (list) => {
    const trigger = all.find((one) => one.op === 'TRIGGER' && list.length && one.event === list[0].now);
    const finish = trigger && all.findIndex((one) => one.op === 'FINISH' && one.task === trigger.task);
    const start = trigger && all.findIndex((one) => one.op === 'START' && one.event === trigger.event);
    return trigger && finish >= 0 && finish < start ? trigger.task : 0;
  },
  before: (first, second) => first.length > 0 && second.length > 0 && all.indexOf(first[0]) < all.indexOf(second[0]),
  thread: (number, of = '1') => (threads.find((one) => one.process === of && one.thread === number) || { records: [] }).records,
  child: (of) => (threads.find((one) => one.process === of && one.thread === 0) || { records: [] }).records,
  major: Number(process.env.MAJOR),
};

let passed = 0, failed = 0;
for (const [, text] of fs.readFileSync(file, 'utf8').matchAll(/\/\/ expect: (.*)/g)) {
  let holds = false, why = '';
  try {
    holds = new Function(...Object.keys(helpers), `return (${text})`)(...Object.values(helpers));
  } catch (error) {
    why = ` (${error.message})`;
  }
  if (holds) passed++;
  else failed++, console.log(`  not so: ${text}${why}`);
}
console.log(`${passed} passed, ${failed} failed`);
