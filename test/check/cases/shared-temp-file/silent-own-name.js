// rules: shared-temp-file
const fs = require('fs').promises;
exports.save = async (file, data) => {
  const temporary = `${file}.${process.pid}.${Math.random()}.tmp`;
  await fs.writeFile(temporary, data);
  await fs.rename(temporary, file);
};
