// rules: shared-temp-file
const fs = require('fs');
exports.save = (file, data) => {
  fs.writeFileSync(file + '.tmp', data);
  fs.renameSync(file + '.tmp', file);
};
