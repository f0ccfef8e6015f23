// Started and left alone, on purpose: it handles everything itself.
const { flush } = require('./metrics');

exports.start = function start(ms) {
  const timer = setInterval(() => {
    flush().catch(error => console.error('metrics', error.message));
  }, ms);
  return () => clearInterval(timer);
};
