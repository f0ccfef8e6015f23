// Whatever is done with the list later, somebody looks at it.
const fs = require('node:fs');
const rows = [], parts = [], names = new Set();

class Log {
  lines = [];
  start() {
    setTimeout(() => this.lines.push('x'), 5);
    console.log(this.lines.length);
    setTimeout(() => fs.writeFileSync('log', JSON.stringify(this.lines)), 50);
  }
}
new Log().start();

setTimeout(() => {
  rows.push('a');
  parts.push('b');
  names.add('c');
}, 5);
console.log(rows.length, parts.slice(), [...names]);

setTimeout(() => {
  const [first, ...others] = rows;
  console.log(`${parts}`, Array.from(names), first, others);
}, 20);
