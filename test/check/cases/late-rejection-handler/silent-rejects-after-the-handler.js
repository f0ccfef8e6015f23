// The handler comes after 10 ms, the rejection only after 100.
const job = new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('timeout')), 100);
});

setTimeout(() => {
  job.catch(error => console.error(error.message));
}, 10);
