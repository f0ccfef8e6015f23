// rules: broken-promise
// The parsed configuration is thrown away; the second reaction gets the text again.
const { readFile } = require('node:fs/promises');

exports.port = function port() {
  const text = readFile('config.json', 'utf8');
  text.then(source => JSON.parse(source));
  return text.then(config => config.port); // expect: broken-promise warning
};
