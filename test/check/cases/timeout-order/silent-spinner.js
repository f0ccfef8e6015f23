// rules: timeout-order
// The later one looks whether the earlier one was there.
let shown = false;
setTimeout(() => {
  if (!shown) console.log('please wait');
}, 300);
setTimeout(() => {
  shown = true;
  console.log('content');
}, 100);
