// rules: unexpected-order
// A copy of an empty list stays empty.
const found = new Set();
const lines = [];

setTimeout(() => {
  found.add('x');
  lines[0] = 'y';
}, 5);

const all = [...found]; // expect: unexpected-order
const some = lines.slice(0, 5); // expect: unexpected-order
console.log(all.concat(some));
