// rules: floating-promise
// The program tells of the failure itself and ends with it.
const fs = require('fs');
async function build(options) {
  try {
    await fs.promises.mkdir(options.dir);
  } catch (error) {
    console.error(error);
    throw error;
  }
}
build({ dir: process.argv[2] });
