// Nothing in common.
const cache = new Map();
const sessions = new Set();

setTimeout(() => cache.clear(), 60000);
setTimeout(() => sessions.clear(), 1000);
