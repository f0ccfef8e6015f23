// Nobody can settle it, and something waits.
const ready = new Promise(() => {}); // expect: dead-promise
ready.then(() => console.log('ready'));
