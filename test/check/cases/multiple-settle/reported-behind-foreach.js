// Every round is over when forEach returns.
exports.find = (rows, id) => new Promise((resolve, reject) => {
  rows.forEach(row => {
    if (row.id === id) {
      resolve(row);
      return;
    }
  });
  reject(new Error('not found')); // expect: multiple-settle @5
});
new Promise((resolve, reject) => {
  [1, 2, 3].forEach(n => {
    if (n > 2) resolve(n);
  });
  reject(new Error('none')); // expect: multiple-settle
}).then(console.log, console.error);
