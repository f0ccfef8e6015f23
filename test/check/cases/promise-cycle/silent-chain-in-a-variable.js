// The variable is reassigned: each step waits for the one before.
let chain = Promise.resolve();
for (const word of ['a', 'b', 'c']) {
  chain = chain.then(() => console.log(word));
}
