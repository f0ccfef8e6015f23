// rules: late-rejection-handler
// An immediate is a later macrotask too.
async function load() {
  throw new Error('no network');
}

const page = load();
setImmediate(() => {
  page.then(console.log, console.error); // expect: late-rejection-handler
});
