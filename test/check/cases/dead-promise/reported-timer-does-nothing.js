// rules: dead-promise
// The timer ends and nothing follows: the author forgot to pass resolve on.
const pause = new Promise(resolve => { // expect: dead-promise
  setTimeout(() => {}, 500);
});

pause.then(() => console.log('half a second later'));
