// A timer does not look at what its callback returns.
const { writeFile } = require('node:fs/promises');

async function save(state) {
  await writeFile('state.json', JSON.stringify(state));
}

exports.schedule = state => {
  setTimeout(() => save(state), 100); // expect: floating-promise
};
