'use strict';
// The figures of bench/races/run: reads the results that it left in a folder, prints a line for each, and the summary
// against what is promised. Exit status 1 where a promise was missed, or a part that was asked for has no results.
const fs = require('fs');
const path = require('path');

const [out, ...programs] = process.argv.slice(2);
const words = name => (process.env[name] || '').split(' ').filter(Boolean);
const [runs, controlRuns] = [Number(process.env.RUNS), Number(process.env.CONTROL_RUNS)];
const parts = words('PARTS');

const median = list => {
  const sorted = list.filter(Number.isFinite).sort((a, b) => a - b);
  return sorted.length ? sorted[sorted.length >> 1] : NaN;
};
const text = file => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');
const json = file => {
  try {
    return JSON.parse(text(file));
  } catch {
    return null; // not run, or refused: the script has said so
  }
};

// A result with what was measured beside it; times in ms.
function read(program, what) {
  const file = `${out}/${path.basename(path.dirname(program))}-${path.basename(program)}.${what}.json`;
  const result = json(file);
  if (!result) return null;
  const alone = text(`${file}.alone`).trim().split('\n').map(line => line.split(' ').map(Number));
  const walls = median(alone.map(([wall]) => wall * 1000)), cpus = median(alone.map(([, cpu]) => cpu * 1000));
  return {
    ...result,
    alone: { runs: alone.length, failures: alone.filter(([, , status]) => status).length },
    wallRatio: result.median_run_ms / walls,
    cpuRatio: result.median_run_cpu_ms / cpus,
    wholeRatio: Number(text(`${file}.wall`)) / walls,
    replays: json(`${file}.replays`),
    document: text(file),
  };
}

const show = (number, digits = 2) => (Number.isFinite(number) ? number.toFixed(digits) : '-');
const short = program => path.basename(program, '.js').padEnd(24);
const columns = cells => console.log(cells.map(([cell, width]) => (width < 0 ? String(cell).padEnd(-width) : String(cell).padStart(width))).join(' ').trimEnd());
const isA = kind => program => program.includes(`/${kind}/`);

// The lines marked in the program, or named there in a package, as an explanation would name them.
function namesGuilty(program, document) {
  const base = path.basename(program);
  return fs.readFileSync(program, 'utf8').split('\n').some((line, i) => {
    const inPackage = /\/\/ guilty in ([^ ,]+)/.exec(line);
    return line.includes('// guilty') && document.includes(inPackage ? `node_modules/${inPackage[1]}:` : `${base}:${i + 1}:`);
  });
}

function table() {
  const totals = {};
  columns([['program', -24], ['strategy', -8], ['failed', 7], ['first', 6], ['wall', 6], ['CPU', 6]]);
  for (const program of programs.filter(isA('racy')))
    for (const strategy of words('STRATEGIES'))
      for (const seed of words('TABLE_SEEDS')) {
        const result = read(program, `${strategy}.${seed}.${runs}`);
        if (!result) continue;
        const plain = strategy === 'vanilla';
        const failures = plain ? result.alone.failures : result.failures;
        columns([[short(program), -24], [strategy, -8], [`${failures}/${plain ? result.alone.runs : result.runs}`, 7],
          [result.first_failure ?? '-', 6], [plain ? '' : show(result.wallRatio), 6], [plain ? '' : show(result.cpuRatio), 6]]);
        (totals[strategy] ||= []).push({ failures, first: result.first_failure ?? (plain && failures ? 1 : Infinity), result });
      }
  console.log('');
  columns([['strategy', -8], ['found', 7], ['run 1', 6], ['in 5', 6], ['in 20', 6], ['wall', 6], ['CPU', 6]]);
  for (const [strategy, list] of Object.entries(totals)) {
    const within = most => list.filter(({ first }) => first <= most).length;
    const plain = strategy === 'vanilla';
    columns([[strategy, -8], [`${list.filter(({ failures }) => failures).length}/${list.length}`, 7],
      ...[1, 5, 20].map(most => [plain ? '' : within(most), 6]),
      [plain ? '' : show(median(list.map(({ result }) => result.wallRatio))), 6],
      [plain ? '' : show(median(list.map(({ result }) => result.cpuRatio))), 6]]);
  }
  console.log('');
  return totals;
}

// One line a program: over all its seeds.
function firsts() {
  const all = [];
  columns([['program', -24], ['seeds', 5], ['first', 7], ['wall', 6], ['holds', 10], ['late ms', 8], ['guilty', 7], ['replays', 8]]);
  for (const program of programs.filter(isA('racy'))) {
    const list = words('SEEDS').map(seed => read(program, `first.${seed}`)).filter(Boolean).map(result => {
      const found = (result.findings || [])[0];
      return {
        program, found, first: result.first_failure ?? Infinity, wall: result.wholeRatio, replays: result.replays,
        wallRun: result.wallRatio, cpuRun: result.cpuRatio,
        proved: Boolean(found && found.status === 'proved' && found.story.length),
        guilty: Boolean(found) && namesGuilty(program, result.document),
      };
    });
    if (!list.length) continue;
    const span = values => [...new Set([Math.min(...values), Math.max(...values)])].map(v => (v === Infinity ? '-' : v)).join('–');
    const found = list.filter(one => one.found);
    columns([[short(program), -24], [list.length, 5], [span(list.map(({ first }) => first)), 7], [show(median(list.map(({ wall }) => wall)), 1), 6],
      [found.length ? `${span(found.map(one => one.found.holds_found))} → ${span(found.map(one => one.found.holds))}` : '-', 10],
      [found.length ? span(found.map(one => Math.round(one.found.lateness_ms))) : '-', 8],
      [`${list.filter(({ guilty }) => guilty).length}/${list.length}`, 7],
      [`${list.filter(({ replays }) => replays && replays.reproduced === replays.times).length}/${list.length}`, 8]]);
    all.push(...list);
  }
  console.log('');
  return all;
}

function corrects(kind) {
  const list = ['correct', 'rest'].flatMap(part =>
    programs.filter(isA(kind)).map(program => ({ program, result: read(program, `${part}.${controlRuns}`) })))
    .filter(({ result }) => result);
  for (const { program, result } of list)
    if (result.failures) console.log(`WRONG: ${program} failed in ${result.failures} of ${result.runs} runs`);
  return list;
}

let missed = 0;
function promise(what, got, kept) {
  if (!kept) missed += 1;
  console.log(`${kept ? 'kept  ' : 'MISSED'}  ${what}: ${got}`);
}
const share = (list, test) => list.filter(test).length / list.length;
const percent = part => `${show(100 * part, 0)} %`;

function promisesOfTable({ vanilla = [], auto = [] }) {
  promise('programs that pass by themselves', `${vanilla.filter(({ failures }) => !failures).length} of ${vanilla.length}`,
    vanilla.length && vanilla.every(({ failures }) => !failures));
  const wall = median(auto.map(({ result }) => result.wallRatio)), cpu = median(auto.map(({ result }) => result.cpuRatio));
  promise('wall time of a run of auto, median, at most 1.0 of plain', show(wall), wall <= 1.0);
  promise('CPU time of a run of auto, median, at most 1.2 of plain', show(cpu), cpu <= 1.2);
}

function promisesOfFirsts(all) {
  const found = all.filter(one => one.found), wall = median(all.map(({ wall }) => wall));
  const ran = found.filter(one => one.replays);
  const programs = [...new Set(all.map(({ program }) => program))];
  const inOne = programs.filter(program => all.every(one => one.program !== program || one.first <= 1)).length;
  promise('found in run 1 with every seed, in at least half of the programs', `${inOne} of ${programs.length}`, inOne * 2 >= programs.length);
  promise('found within 5 runs, at least 90 %', percent(share(all, ({ first }) => first <= 5)), share(all, ({ first }) => first <= 5) >= 0.9);
  promise('found within 20 runs, all', percent(share(all, ({ first }) => first <= 20)), all.length && all.every(({ first }) => first <= 20));
  promise('proved, minimised and explained, all', `${all.filter(({ proved }) => proved).length} of ${all.length}`, all.length && all.every(({ proved }) => proved));
  promise('wall time until then, median, at most 25 plain runs', show(wall, 1), wall <= 25);
  promise('minimal schedules of at most 2 holds, at least 80 %', percent(share(found, one => one.found.holds <= 2)), share(found, one => one.found.holds <= 2) >= 0.8);
  promise('minimal schedules of at most 4 holds, all', percent(share(found, one => one.found.holds <= 4)), found.length && found.every(one => one.found.holds <= 4));
  promise('explanations that name a guilty line, at least 90 %', percent(share(found, ({ guilty }) => guilty)), share(found, ({ guilty }) => guilty) >= 0.9);
  if (!parts.includes('replays')) return;
  promise('replays of each minimal schedule, 50 of 50', `${ran.filter(({ replays }) => replays.reproduced === 50).length} of ${found.length}`,
    ran.length === found.length && found.length && ran.every(({ replays }) => replays.reproduced === 50));
}

function promiseOfCorrects(words, list) {
  const failures = list.reduce((sum, { result }) => sum + result.failures, 0);
  const ran = list.reduce((sum, { result }) => sum + result.runs, 0);
  const programs = new Set(list.map(({ program }) => program)).size;
  promise(`${words}: no run fails`, `${failures} of ${ran} runs, ${programs} programs`, ran >= programs * controlRuns && ran && !failures);
}

const totals = parts.includes('table') && table();
const all = (parts.includes('first') || parts.includes('replays')) && firsts();
const control = parts.includes('controls') && corrects('control'), legal = parts.includes('legal') && corrects('legal');
if (totals) promisesOfTable(totals);
if (all) promisesOfFirsts(all);
if (control) promiseOfCorrects('controls', control);
if (legal) promiseOfCorrects('correct programs of the engine', legal);
process.exit(missed ? 1 : 0);
