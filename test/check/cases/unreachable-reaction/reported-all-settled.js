// rules: unreachable-reaction
// allSettled waits for everybody, even for those who never come.
const upload = Promise.resolve('a.png');
const resize = new Promise((resolve, reject) => {
  setTimeout(() => console.log('resized'), 10);
});

Promise.allSettled([upload, resize]).then(results => console.log(results.length)); // expect: unreachable-reaction
