// The heavy mode of the agent: what happens in this thread, as records of src/trace/observed.h.
//
// The parts of this folder are one function, in the order of their names; bootstrap.cjs calls it where a run asks for it.
// The program may change every builtin afterwards: what is used later is taken now. No 'use strict' here: some of the marks
// must be sloppy, as the code is in which they stand.

const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, hasOwn, keys: keysOf } = Object;
const { apply } = Reflect;
const { ops, accesses, files: fileKinds, kinds: eventKinds, combinators, lines: lineKinds, sites: siteKinds } = native;
const isArray = Array.isArray;
const major = parseInt(process.versions.node, 10);

// A Map whose methods nobody can replace.
const mapMethods = {};
for (const name of ['get', 'set', 'has', 'delete']) mapMethods[name] = { value: Map.prototype[name] };
const makeMap = () => Object.defineProperties(new Map(), mapMethods);

let words = new Uint32Array(asked.chunk);
let bytes = new Uint8Array(asked.chunk);
let at = asked.first / 4;
let end = words.length;

// Where there is no room once there is none any more: a file with a hole in it would lie.
let full = false;
const more = () => {
    const chunk = full ? undefined : native.chunk();
    if (chunk === undefined) {
        full = true;
        native.cut();
        return false;
    }
    words = new Uint32Array(chunk);
    bytes = new Uint8Array(chunk);
    end = words.length;
    at = 0;
    return true;
};

// The first word last: a process that is killed leaves whole records.
const put = (op, a, b, c) => {
    if (at === end && !more()) return;
    words[at + 1] = a;
    words[at + 2] = b;
    words[at + 3] = c;
    words[at] = op;
    at += 4;
};

// Turns order what different threads wrote.
let turnLow = 0;
let turnHigh = 0;
const putTurn = () => put(ops.TURN, turnLow, turnHigh, 0);
const takeTurn = () => {
    const turn = native.turn();
    turnLow = turn >>> 0;
    turnHigh = Math.floor(turn / 4294967296);
    putTurn();
};

const LONGEST_TEXT = 4096;
const encoder = new TextEncoder();
const encodeInto = TextEncoder.prototype.encodeInto;
const scratch = new Uint8Array(LONGEST_TEXT * 3);
const texts = makeMap();
let textCount = 0;

// A text and its bytes lie in one chunk; what is left of the one before is filled with what says nothing new.
const writeText = (text) => {
    const { written } = apply(encodeInto, encoder, [text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text, scratch]);
    const room = 4 + 4 * Math.ceil(written / 16);
    while (at !== end && end - at < room) putTurn();
    if (at === end && !more()) return 0;
    const from = at * 4 + 16;
    for (let i = 0; i < written; i++) bytes[from + i] = scratch[i];
    words[at + 1] = ++textCount;
    words[at + 2] = written;
    words[at] = ops.TEXT;
    at += room;
    return textCount;
};

// The number of a text, written where it is new; 0 where there is no room for it.
const textOf = (text) => {
    let number = texts.get(text);
    if (number === undefined) texts.set(text, (number = writeText(text)));
    return number;
};
