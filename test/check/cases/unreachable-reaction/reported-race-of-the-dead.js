// rules: unreachable-reaction
// No runner ever arrives.
const first = new Promise(() => {});
const second = new Promise(resolve => {
  setTimeout(() => console.log('still running'), 10);
});

Promise.race([first, second]).then(winner => console.log(winner)); // expect: unreachable-reaction
