#!/usr/bin/env node
// Chromium, as nobody wants it:
//   SEED=n          it lies: some of its messages are changed on their way to `interloper web` (test/fuzz/browser)
//   LOSES=what      it loses the first commands that hold this text (two in all: the file DIED counts them) and says that
//                   all is well, as Chromium does with input before the first frame
//   DIES_AT=what    it dies at its so many-th command, or at the first that holds this text; the file DIED is there then
// HONEST_BROWSER names the real one (chromium).
'use strict';

const { spawn } = require('child_process');
const fs = require('fs');
const net = require('net');

let state = Number(process.env.SEED) >>> 0;
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0; // of a linear congruence the upper bits are good enough here
  return state / 2 ** 32;
}
for (let i = 0; i < 4; i++) random(); // seeds that follow each other begin alike
const below = (n) => Math.floor(random() * n);
const rate = 0.001 * 100 ** random(); // of the messages that are changed
let left = process.env.SEED ? below(400) : Infinity; // messages until the first lie

const wrong = [
  () => null, () => true, () => -1, () => 0, () => 1e300, () => -1e300, () => 2 ** 53, () => 0.5, () => '', () => 'x',
  () => 'x'.repeat(5000), () => 'a\0b', () => '\ud83d', () => '\x1b[31m', () => '%s%n', () => [], () => ({}), () => [[]],
  () => [null], () => [{}], () => ({ length: -1 }),
];

// Every place of a value in the message: as [holder, key].
function placesOf(holder, found = []) {
  for (const key of Object.keys(holder)) {
    found.push([holder, key]);
    if (holder[key] && typeof holder[key] === 'object') placesOf(holder[key], found);
  }
  return found;
}

function changeOne(places) {
  const [holder, key] = places[below(places.length)], value = holder[key];
  const kind = below(10);
  if (kind === 0) delete holder[key];
  else if (kind === 1 && Array.isArray(value)) value.push(...value);
  else if (kind === 1 && typeof value === 'number') holder[key] = value * 2;
  else if (kind === 2) holder[key] = places[below(places.length)][0][places[below(places.length)][1]] ?? null;
  else if (kind === 3 && typeof value === 'string') holder[key] = value.slice(0, below(value.length));
  else holder[key] = wrong[below(wrong.length)]();
}

// The texts to send in place of this one.
function lies(text) {
  switch (below(12)) {
    case 0: return [text, text];
    case 1: return JSON.parse(text).id ? [text] : []; // an answer that never comes makes for half a minute of nothing
    case 2: return [text.slice(0, below(text.length))];
    case 3: return ['['.repeat(4000), text];
    case 4: return [Buffer.from(text.replace(/[a-z]/g, (c) => (random() < 0.02 ? '\xff' : c)), 'latin1')];
    default: {
      const message = JSON.parse(text);
      const inner = message.result?.result?.value ?? message.params ?? message.result ?? message;
      const places = placesOf(inner && typeof inner === 'object' && random() < 0.9 ? inner : message);
      for (let n = 1 + below(3); n && places.length; n--) changeOne(places);
      try {
        return [JSON.stringify(message)];
      } catch { // one that holds itself by now
        return [];
      }
    }
  }
}

const browser = spawn(process.env.HONEST_BROWSER || 'chromium', process.argv.slice(2),
  { stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'] });
const commands = new net.Socket({ fd: 3, readable: true, writable: false });
const events = new net.Socket({ fd: 4, readable: false, writable: true });
for (const stream of [commands, events, browser.stdio[3], browser.stdio[4]]) stream.on('error', () => process.exit(1));
const { DIES_AT, DIED, LOSES } = process.env;
if (!LOSES) commands.pipe(browser.stdio[3]);

// Two tries of the first event, so that they must be told from one that does nothing.
function lose(text) {
  const lost = fs.existsSync(DIED) ? fs.statSync(DIED).size : 0;
  if (lost >= 2 || !text.includes(LOSES)) return false;
  const { id, sessionId } = JSON.parse(text);
  fs.appendFileSync(DIED, '.');
  events.write(JSON.stringify({ id, sessionId, result: {} }) + '\0');
  return true;
}
let unread = '';
if (LOSES) commands.on('data', (bytes) => {
  const texts = (unread + bytes).split('\0');
  unread = texts.pop();
  for (const text of texts) if (!lose(text)) browser.stdio[3].write(text + '\0');
});

let commandCount = 0, command = '';
function isFatal(text) {
  commandCount++;
  return /^\d+$/.test(DIES_AT) ? commandCount === Number(DIES_AT) : text.includes(DIES_AT);
}
if (DIES_AT) commands.on('data', (bytes) => {
  const texts = (command + bytes).split('\0');
  command = texts.pop();
  if (!texts.some(isFatal) || fs.existsSync(DIED)) return;
  fs.writeFileSync(DIED, '');
  browser.kill('SIGKILL');
});

let rest = [];
browser.stdio[4].on('data', (bytes) => {
  for (let end; (end = bytes.indexOf(0)) >= 0; bytes = bytes.subarray(end + 1)) {
    const whole = Buffer.concat([...rest, bytes.subarray(0, end)]);
    rest = [];
    const lie = left-- < 0 && random() < rate;
    for (const text of lie ? lies(whole.toString()) : [whole]) {
      events.write(text);
      events.write('\0');
    }
  }
  rest.push(bytes);
});
browser.stdio[4].on('end', () => events.end());
browser.on('exit', (code) => { events.end(); process.exitCode = code ?? 1; });
commands.on('end', () => browser.stdio[3].end());
