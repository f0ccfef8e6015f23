// rules: broken-promise
// The thesis's figure 5.2: the catch does not protect the then beside it.
const answer = new Promise((resolve, reject) => {
  reject(new Error('offline'));
});

answer.then(console.log);
answer.catch(console.warn); // expect: broken-promise warning
