// rules: promise-cycle
// The function awaits its own result: it never comes.
const job = (async () => {
  await null;
  await job; // expect: promise-cycle
})();
job.catch(console.error);
