// What cannot reject may wait.
const greeting = Promise.resolve('hello');

setTimeout(() => {
  greeting.then(text => console.log(text));
}, 100);
