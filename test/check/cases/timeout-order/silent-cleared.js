// The first is a guard that the second takes back.
const guard = setTimeout(() => {
  console.error('too slow');
}, 5000);

setTimeout(() => {
  clearTimeout(guard);
  console.log('done');
}, 100);
