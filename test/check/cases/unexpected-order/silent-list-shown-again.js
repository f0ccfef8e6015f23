// To begin with there are none; later there are.
const rows = [];
const names = new Map();
const show = () => console.log(rows.length, rows.map(row => row.trim()), rows.slice(0, 2), [...rows], names.size, names);

setTimeout(() => {
  rows.push('a');
  names.set('a', 1);
  show();
}, 5);
show();
