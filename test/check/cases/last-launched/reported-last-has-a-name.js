const fs = require('fs');
exports.all = (names, done) => {
  const last = names.length - 1;
  names.forEach((name, i) =>
    fs.readFile(name, () => {
      if (i === last) done(); // expect: last-launched
    }),
  );
};
