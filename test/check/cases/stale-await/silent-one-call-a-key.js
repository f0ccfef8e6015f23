// A set of the keys that are under way keeps a second call for the same key out.
const running = new Set();
const counts = new Map();

exports.count = async function count(key, load) {
  if (running.has(key)) return;
  running.add(key);
  try {
    const before = counts.get(key) || 0;
    await load(key);
    counts.set(key, before + 1);
  } finally {
    running.delete(key);
  }
};
