// Microtasks still come before Node looks for unhandled rejections.
const job = Promise.reject(new Error('no disk'));

queueMicrotask(() => {
  job.catch(error => console.error(error.message));
});
