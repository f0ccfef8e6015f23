// As asks.js, in a module, with await: `asked KEY: FUNCTION` may be any frame, those that await it included.
import { stat, lstat } from 'node:fs/promises';
import { access } from 'node:fs';

async function outer() {
    await inner(); // asked fs.lstat#1: outer
}
async function inner() {
    await stat('/'); // asked fs.stat#1: inner
    await lstat('/'); // asked fs.lstat#1: inner
    access('/', done); // asked fs.access#1: inner
}
function done() {
    setTimeout(() => {}, 1); // calls fs.access#1: done; sets timer: done
}
await outer();
