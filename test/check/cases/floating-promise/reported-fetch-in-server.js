// A server that cannot reach the other one ends of it.
exports.notify = user => {
  fetch(`https://example.com/users/${user}`, { method: 'POST' }); // expect: floating-promise
};
