// rules: last-launched
// The same with forEach and an API of callbacks.
const dns = require('node:dns');

exports.resolveAll = function resolveAll(names, done) {
  const addresses = {};
  names.forEach((name, index) => {
    dns.lookup(name, (error, address) => {
      addresses[name] = address;
      if (index === names.length - 1) done(addresses); // expect: last-launched
    });
  });
};
