// rules: missing-catch
// finally passes the rejection on.
const job = new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('too late')), 10);
});

job.finally(() => console.log('over')); // expect: missing-catch
