const client = require('some-client');

exports.show = function show(url) {
  const answer = client.get(url);
  answer.then(found => console.log(found.data));
  answer.catch(error => console.error(error)); // expect: broken-promise warning
};
