// The name is another number's.
const fs = require('fs');
exports.all = (names, limit, tell) => {
  const middle = Math.floor(names.length / 2);
  names.forEach((name, i) =>
    fs.readFile(name, () => {
      if (i === middle || i === limit) tell('half way');
    }),
  );
};
