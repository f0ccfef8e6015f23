// Helpers that hand on what comes are no proof that this promise has a value; nor is a caller that ignores it.
const axios = require('axios');

function timed(promise) {
  const start = Date.now();
  return promise.then(value => [value, Date.now() - start]);
}
function retry(task) {
  return task().then(value => value);
}
function save(item) {
  return axios.post('/items', item).then(() => {
    console.log('saved');
  });
}
timed(save(1)).catch(console.error);
retry(() => save(2)).catch(console.error);
retry(save).catch(console.error);
exports.handle = (req, res, callback) => {
  save(req.body).then(saved => res.json(saved)).catch(callback);
  save(req.body).then(saved => callback(null, saved)).catch(callback);
};
save(3).then(() => console.log('done')).catch(console.error);
