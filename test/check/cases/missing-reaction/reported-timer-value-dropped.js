// rules: missing-reaction
// A statement of its own: the 42 is lost.
new Promise(resolve => { // expect: missing-reaction
  setTimeout(() => resolve(42), 10);
});
