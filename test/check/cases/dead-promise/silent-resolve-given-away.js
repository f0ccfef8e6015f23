// The resolve function goes to code that will call it.
const { once } = require('./once');

exports.closed = function closed(server) {
  return new Promise(resolve => {
    once(server, 'close', resolve);
  });
};
