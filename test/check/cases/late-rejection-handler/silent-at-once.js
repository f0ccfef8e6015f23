// Attached in the same turn.
const job = Promise.reject(new Error('no disk'));

job.catch(error => console.error(error.message));
