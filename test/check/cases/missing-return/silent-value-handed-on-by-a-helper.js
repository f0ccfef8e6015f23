// The helper serves promises with a value and without one.
function answer(promise, callback) {
  if (callback) promise.then(result => callback(null, result), error => callback(error));
  return promise;
}

exports.remove = (store, key, callback) => {
  const removed = store.ready().then(() => {
    store.removeItem(key);
  });
  return answer(removed, callback);
};
