// One request per key, however many ask; a failure is forgotten.
const requests = new Map();

exports.load = function load(key, fetchKey) {
  let request = requests.get(key);
  if (!request) {
    request = fetchKey(key).catch(error => {
      requests.delete(key);
      throw error;
    });
    requests.set(key, request);
  }
  return request;
};
