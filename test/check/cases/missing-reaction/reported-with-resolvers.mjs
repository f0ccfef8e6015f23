// rules: missing-reaction
// Settled with a value, while the promise itself is never handed out.
const { promise, resolve } = Promise.withResolvers(); // expect: missing-reaction

setTimeout(() => {
  resolve({ status: 'done' });
}, 5);
