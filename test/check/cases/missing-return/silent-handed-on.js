// The next step only hands the value on; whether anybody wants it is open.
const later = require('timers/promises').setTimeout;
exports.send = (store, tasks) =>
  store
    .send('hello')
    .then(async () => {
      await later(100);
      store.check();
    })
    .then(value => {
      tasks.length = 0;
      return value;
    })
    .catch(console.error);
