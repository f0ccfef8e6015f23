// rules: mixed-scheduling
// Whether there is a window is open, so either is scheduled and not both.
exports.later = () => {
  if (typeof window !== 'undefined') window.setTimeout(() => console.log('a'), 0);
  else process.nextTick(() => console.log('b'));
};
