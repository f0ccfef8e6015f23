// Whether there is anything yet is a question, and another time there is.
const rows = [];
const waiting = new Set();

setTimeout(() => {
  rows.push('a');
  waiting.add('a');
}, 5);

if (rows.length) console.log(rows[0].toUpperCase());
while (rows.length > 3) rows.pop();
const [first] = rows;
const next = rows.shift();
if (next) next.trim();
console.log(waiting.has('a') ? 'waiting' : 'done', rows.includes('a'), first ?? 'none');
