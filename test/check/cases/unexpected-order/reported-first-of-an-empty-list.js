// There is no first row before the rows have been read; that somebody looks again later does not help.
const rows = [];
const jobs = [];

setTimeout(() => {
  for (const row of ['a', 'b']) rows.push(row);
  jobs.push(() => console.log('done', rows.length));
  jobs[0]();
}, 5);

try {
  console.log('first is', rows[0].toUpperCase()); // expect: unexpected-order
} catch {}
jobs.pop()(); // expect: unexpected-order
