'use strict';
// node runtime.js TOGETHER FILE...: what each program logs, one line of JSON a program: {"file", "log", "late"}.
//
// Many programs run in one process at the same time: each starts in an immediate of its own, logs into its own list, and
// between two macrotasks Node drains all microtasks, so no program comes between the steps of another. Only time could
// make them meet: a program that falls behind its own deadlines by nearly a slot (the machine was busy) may have started
// a nested timer behind another one, and its result is void (`late`).
const fs = require('node:fs');
const { performance } = require('node:perf_hooks');
const { SLOT } = require('./generate');

const LONGEST = 20000; // ms after which a program that still waits is void

process.on('unhandledRejection', () => {}); // the generator makes none; one here must not end the others

const shown = value => (typeof value === 'string' ? value : String(value));

// Timers that know when they should have come (`time`, the program's own clock) and how many are still to come.
class World {
  constructor(file) {
    Object.assign(this, { file, lines: [], late: false, started: performance.now(), time: 0, waiting: new Set() });
  }

  enter(time, callback, args) {
    this.time = time;
    if (performance.now() - this.started > time + SLOT * 0.8) this.late = true;
    callback(...args);
  }

  setTimeout(callback, ms, ...args) {
    const due = this.time + ms;
    const timer = setTimeout(() => {
      this.waiting.delete(timer);
      this.enter(due, callback, args);
    }, ms);
    this.waiting.add(timer);
    return timer;
  }

  setInterval(callback, ms, ...args) {
    let due = this.time;
    const timer = setInterval(() => this.enter((due += ms), callback, args), ms);
    this.waiting.add(timer);
    return timer;
  }

  setImmediate(callback, ...args) {
    const { time } = this;
    const timer = setImmediate(() => {
      this.waiting.delete(timer);
      this.enter(time, callback, args);
    });
    this.waiting.add(timer);
    return timer;
  }

  // The marker is registered behind the promise's own timer and has its delay, so it comes behind it.
  require(name) {
    if (name !== 'node:timers/promises') return require(name);
    return {
      setTimeout: (ms, value) => {
        const promise = require(name).setTimeout(ms, value);
        this.setTimeout(() => {}, ms);
        return promise;
      },
    };
  }

  forget(timer, clear) {
    this.waiting.delete(timer);
    clear(timer);
  }

  run() {
    const given = {
      require: name => this.require(name),
      console: { log: (...words) => this.lines.push(words.map(shown).join(' ')) },
      setTimeout: (...args) => this.setTimeout(...args),
      setInterval: (...args) => this.setInterval(...args),
      setImmediate: (...args) => this.setImmediate(...args),
      clearTimeout: timer => this.forget(timer, clearTimeout),
      clearInterval: timer => this.forget(timer, clearInterval),
      clearImmediate: timer => this.forget(timer, clearImmediate),
    };
    const body = new Function(...Object.keys(given), fs.readFileSync(this.file, 'utf8'));
    this.setImmediate(() => {
      this.started = performance.now(); // others were compiled and started before us
      this.late = false;
      body(...Object.values(given));
    });
  }
}

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));

async function main(together, files) {
  for (let i = 0; i < files.length; i += together) {
    const worlds = files.slice(i, i + together).map(file => new World(file));
    const start = performance.now();
    worlds.forEach(world => world.run());
    do await sleep(SLOT);
    while (worlds.some(world => world.waiting.size) && performance.now() - start < LONGEST);
    for (const { file, lines, late, waiting } of worlds)
      process.stdout.write(`${JSON.stringify({ file, log: lines.join('\n'), late: late || waiting.size > 0 })}\n`);
  }
}

main(Number(process.argv[2]), process.argv.slice(3));
