// rules: multiple-settle
// Without a break only the first match counts.
exports.find = function find(lines, word) {
  return new Promise((resolve, reject) => {
    for (const line of lines) {
      if (line.includes(word)) {
        resolve(line); // expect: multiple-settle
      }
    }
    reject(new Error('not found')); // expect: multiple-settle
  });
};
