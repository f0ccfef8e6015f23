exports.limit = () => {
  const queue = [];
  const resume = () => { if (queue.length > 0) queue.shift()?.(); };
  return f => {
    new Promise(r => { queue.push(r); }).then(f);
    (async () => { await Promise.resolve(); resume(); })();
  };
};
