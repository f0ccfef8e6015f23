// The delays come from outside.
exports.schedule = function schedule(log, first, second) {
  setTimeout(() => log.push('first'), first);
  setTimeout(() => log.push('second'), second);
};
