'use strict';
// The figures of bench/races/run: `vanilla` makes a result like the tool's of runs without it, `table` prints all.
const fs = require('fs');

const median = list => {
  const sorted = list.filter(Number.isFinite).sort((a, b) => a - b);
  return sorted.length ? sorted[sorted.length >> 1] : NaN;
};
const numbers = text => text.trim().split(/\s+/).map(second => Number(second) * 1000);

function vanilla([runs, failures, first, walls, cpus]) {
  console.log(
    JSON.stringify({
      runs: Number(runs),
      failures: Number(failures),
      first_failure: first === 'null' ? null : Number(first),
      median_run_ms: median(numbers(walls)),
      median_run_cpu_ms: median(numbers(cpus)),
    }),
  );
}

const read = file => {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return null; // not run, or refused: the script has said so
  }
};

// The lines marked in the program, as the explanation would name them; '?' where there is no explanation.
function namesGuilty(program, file) {
  if (!fs.existsSync(file) || !fs.statSync(file).size) return '?';
  const text = fs.readFileSync(file, 'utf8');
  const lines = fs.readFileSync(program, 'utf8').split('\n');
  const base = program.split('/').pop();
  return lines.some((line, i) => line.includes('// guilty:') && text.includes(`${base}:${i + 1}:`)) ? 'yes' : 'no';
}

function table([out, runs, seeds, strategies, ...programs]) {
  let wrong = 0;
  const firsts = {}, ratios = {};
  console.log('program                        strategy  failed  first  first ms  wall    CPU     proof');
  for (const program of programs) {
    const name = program.replace('bench/races/', '');
    const at = (strategy, seed) => `${out}/${name.replace('/', '-')}.${strategy}.${seed}.${runs}.json`;
    const plain = read(at('vanilla', seeds.split(' ')[0]));
    for (const strategy of strategies.split(' '))
      for (const seed of seeds.split(' ')) {
        const file = at(strategy, seed), result = read(file);
        if (!result) continue;
        const found = (result.findings || [])[0];
        const ratio = field => (plain ? (result[field] / plain[field]).toFixed(2) : '-');
        const proof = !found ? '' : strategy !== 'auto' ? '' :
          `${found.status} ${found.replays.reproduced}/${found.replays.times}, holds ${found.holds_found} -> ${found.holds}, ` +
          `${found.lateness_ms} ms, guilty ${namesGuilty(program, `${file}.explained`)}`;
        console.log(
          [
            name.padEnd(30), strategy.padEnd(8), `${result.failures}/${result.runs}`.padStart(7),
            String(result.first_failure ?? '-').padStart(6),
            String(Math.round(result.first_failure ? result.first_failure * result.median_run_ms : 0) || '-').padStart(9),
            ratio('median_run_ms').padStart(6), ratio('median_run_cpu_ms').padStart(7), ` ${proof}`,
          ].join(' '),
        );
        (ratios[strategy] ||= []).push([Number(ratio('median_run_ms')), Number(ratio('median_run_cpu_ms'))]);
        if (name.startsWith('racy')) (firsts[strategy] ||= []).push(result.first_failure ?? Infinity);
        else if (result.failures) {
          wrong += 1;
          console.log(`    WRONG: a control failed under ${strategy}, seed ${seed}`);
        }
      }
  }
  console.log('\nstrategy  found  in run 1  in 5  in 20  wall    CPU (medians, as ratio to vanilla)');
  for (const [strategy, list] of Object.entries(firsts)) {
    const within = most => String(list.filter(first => first <= most).length);
    console.log(
      [strategy.padEnd(9), `${within(Number(runs))}/${list.length}`.padEnd(6), within(1).padStart(8), within(5).padStart(5),
        within(20).padStart(6), median(ratios[strategy].map(([wall]) => wall)).toFixed(2).padStart(6),
        median(ratios[strategy].map(([, cpu]) => cpu)).toFixed(2).padStart(7)].join(' '),
    );
  }
  process.exit(wrong ? 1 : 0);
}

({ vanilla, table })[process.argv[2]](process.argv.slice(3));
