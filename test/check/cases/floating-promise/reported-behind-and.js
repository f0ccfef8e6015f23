// A condition in front is no await.
const fs = require('fs');
async function save(text) { await fs.promises.writeFile('state', text); }
exports.update = (changed, text) => {
  changed && save(text); // expect: floating-promise
  return text;
};
