const waiting = new Map();
const start = async () => { await null; };
exports.ready = key => {
  waiting.set(key, start());
  return waiting.get(key) || Promise.resolve();
};
exports.collect = (execute, list) => {
  const run = () => Promise.resolve(execute());
  const result = run();
  if (result) list.push(result.catch(() => null));
};
