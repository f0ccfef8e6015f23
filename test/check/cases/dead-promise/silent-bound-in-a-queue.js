// The queue holds a function that the settler was bound to.
exports.limit = () => {
  const queue = [];
  const run = async (f, resolve) => {
    resolve(f());
    if (queue.length) queue.shift()();
  };
  const enqueue = (f, resolve) => {
    queue.push(run.bind(undefined, f, resolve));
    (async () => {
      await Promise.resolve();
      if (queue.length) queue.shift()();
    })();
  };
  const generator = f => new Promise(resolve => { enqueue(f, resolve); });
  return async f => { await generator(f); };
};
