// It says what it is for.
const watch = require('fs').watch;
exports.build = async (files, rebuild) => {
  try {
    for (const file of files) watch(file, rebuild);
    // keep the process occupied
    await new Promise(() => {});
    console.log('never');
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
};
