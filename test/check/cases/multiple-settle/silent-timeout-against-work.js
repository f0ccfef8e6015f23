// A race between a timer and the work: whoever is first wins, by design.
exports.within = function within(ms, work) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timeout')), ms);
    work(result => {
      clearTimeout(timer);
      resolve(result);
    });
  });
};
