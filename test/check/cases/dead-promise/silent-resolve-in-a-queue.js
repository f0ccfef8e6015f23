// Whoever takes the next one from the queue settles it.
exports.limit = () => {
  const queue = [];
  const resume = () => { if (queue.length > 0) queue.shift()?.(); };
  return f => {
    new Promise(r => { queue.push(r); }).then(f);
    (async () => { await Promise.resolve(); resume(); })();
  };
};
