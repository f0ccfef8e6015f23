// rules: unexpected-order
// The reaction assigns, but the next statement is faster.
let session;

Promise.resolve({ user: 'ada' }).then(found => {
  session = found;
});

console.log(session.user); // expect: unexpected-order
