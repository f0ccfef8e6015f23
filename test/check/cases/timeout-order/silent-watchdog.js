// rules: timeout-order
// A watchdog stands first and fires last, if ever.
setTimeout(() => {
  console.error('giving up');
  process.exit(1);
}, 30000).unref();
setTimeout(() => {
  console.error('no answer');
  throw new Error('no answer');
}, 20000);
setTimeout(() => console.log('warm'), 100);
