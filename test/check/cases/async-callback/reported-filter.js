// rules: async-callback
// Every promise is truthy: nothing is filtered out.
const { isOpen } = require('./doors');

exports.open = function open(doors) {
  return doors.filter(async door => await isOpen(door)); // expect: async-callback
};
