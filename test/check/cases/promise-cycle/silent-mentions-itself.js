// The reaction uses the promise without waiting for it.
const pending = new Set();
const job = Promise.resolve().then(() => {
  pending.delete(job);
  console.log('left', pending.size);
});
pending.add(job);
