// Are the stacks in a log those that the comments of a program want? stacks.js LOG PROGRAM
'use strict';
const { readFileSync } = require('fs');
const log = readFileSync(process.argv[2], 'utf8').split('\n');
const program = readFileSync(process.argv[3], 'utf8');
const wanted = [...program.matchAll(/(asked|calls|sets) ([a-z]+[^:;\n`]*): (\w+)/g)];
const missing = wanted.filter(
    ([, what, key, name]) =>
        !log.some((line) => line.includes(`ms ${what} ${key}`) && line.includes(`"${name} `) && line.includes(process.argv[3])),
);
for (const [text] of missing) console.log(`not in the log: ${text}`);
process.exit(wanted.length && !missing.length ? 0 : 1);
