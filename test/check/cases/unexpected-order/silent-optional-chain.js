// Whoever writes ?. knows that it may not be there yet.
let remote, format, table;

setTimeout(() => {
  remote = { theme: 'dark' };
  format = text => text.trim();
  table = { row: ['a'] };
}, 20);

const theme = () => remote?.theme ?? 'light';
console.log(theme(), remote?.theme || 'light', remote?.['theme']);
console.log(format?.('x'), table?.row[0], table?.row.join(), remote?.theme.toUpperCase() ?? '');
