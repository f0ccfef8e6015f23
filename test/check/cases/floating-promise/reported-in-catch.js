// Cleaning up in a catch: when nothing was made yet, its error hides the real one.
const fs = require('fs');
exports.save = async (file, work) => {
  try {
    await work(file);
  } catch (err) {
    fs.promises.unlink(file); // expect: floating-promise
    throw err;
  }
};
