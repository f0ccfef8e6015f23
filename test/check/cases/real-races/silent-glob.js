const fs = require('fs');
exports.sizes = (names, done) => {
  const sizes = [];
  let open = names.length;
  if (!open) return done(null, sizes);
  names.forEach(name => {
    fs.stat(name, (error, stat) => {
      if (!error) sizes.push(stat.size);
      if (--open === 0) done(null, sizes);
    });
  });
};
