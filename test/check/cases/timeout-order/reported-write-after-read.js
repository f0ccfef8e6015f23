// rules: timeout-order
// The theme is painted 400 ms before it is set.
const settings = { theme: 'light' };

setTimeout(() => {
  settings.theme = 'dark';
}, 500);
setTimeout(() => { // expect: timeout-order
  console.log(settings.theme);
}, 100);
