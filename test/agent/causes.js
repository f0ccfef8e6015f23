// Reads a log of programs/causes.js: is each operation's cause the one that its path tells? Prints what is wrong.
// causes.js LOG [MOST]: with MOST, so many causes may be untold, none may be wrong.
'use strict';
const lines = require('fs').readFileSync(process.argv[2], 'utf8').split('\n');
let seen = 0;
let untold = 0;
const wrong = [];
for (const line of lines) {
    const found = / (?:start|deliver) fs\.stat#1 "(\/causes\/main[^"]*)" start(?: \| from ([^|]*))?/.exec(line);
    if (!found) continue;
    seen++;
    const parts = found[1].split('/').slice(0, -1);
    while (/^[npim]/.test(parts.at(-1)) && parts.at(-1) !== 'main') parts.pop();
    const last = parts.at(-1);
    const from = (found[2] || '').trim();
    const path = parts.join('/');
    const right =
        last === 'main'
            ? from === 'main' || from.includes('/programs/causes.') // a module's main script runs when its file was read
            : last.startsWith('t')
              ? new RegExp(`^(timer|interval)#\\d+ ${last.split('-')[1]}ms `).test(from)
              : from === `fs.stat#1 "${path}" done`;
    if (!from) untold++;
    else if (!right) wrong.push(`${found[1]}: from ${from}`);
}
for (const text of wrong) console.log(text);
console.log(`${seen} seen, ${wrong.length} wrong, ${untold} untold`);
process.exit(seen > 4 && !wrong.length && untold <= Number(process.argv[3] || 0) ? 0 : 1);
