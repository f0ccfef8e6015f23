// Written by one handler and read by another: who calls when is the caller's business.
const handlers = {};
let current;

handlers.open = file => {
  current = file;
};
handlers.name = () => (current === undefined ? 'nothing open' : current.name);

module.exports = handlers;
