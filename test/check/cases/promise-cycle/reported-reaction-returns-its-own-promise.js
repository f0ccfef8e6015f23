// rules: promise-cycle
// The reaction waits for the promise that waits for the reaction.
const again = Promise.resolve().then(() => again); // expect: promise-cycle
again.catch(error => console.error(error.message));
