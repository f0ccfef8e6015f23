// The listener removes all and puts back those that were there before.
const before = process.listeners('uncaughtException');
process.removeAllListeners('uncaughtException');
process.on('uncaughtException', error => {
  process.removeAllListeners('uncaughtException');
  for (const listener of before) process.on('uncaughtException', listener);
  console.log(error.message);
});
