// rules: shared-temp-file
const fs = require('fs').promises;
exports.save = async (file, data) => {
  const temporary = file + '.tmp';
  await fs.writeFile(temporary, data); // expect: shared-temp-file note @6
  await fs.rename(temporary, file);
};
