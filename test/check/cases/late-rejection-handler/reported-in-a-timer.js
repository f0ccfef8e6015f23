// rules: late-rejection-handler
// For 100 ms nobody handles the rejection: Node ends the process before the catch is there.
const job = Promise.reject(new Error('no disk'));

setTimeout(() => {
  job.catch(error => console.error(error.message)); // expect: late-rejection-handler
}, 100);
