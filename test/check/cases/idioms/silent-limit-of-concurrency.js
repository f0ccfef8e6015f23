// The well-known limiter: a queue of starters, a count of running jobs.
module.exports = function limit(most) {
  const waiting = [];
  let running = 0;

  const next = () => {
    running--;
    if (waiting.length > 0) waiting.shift()();
  };

  const start = async (job, resolve, args) => {
    running++;
    const result = (async () => job(...args))();
    resolve(result);
    try {
      await result;
    } catch {}
    next();
  };

  return (job, ...args) =>
    new Promise(resolve => {
      if (running < most) start(job, resolve, args);
      else waiting.push(() => start(job, resolve, args));
    });
};
