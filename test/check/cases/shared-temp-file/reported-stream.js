// rules: shared-temp-file
const fs = require('fs');
exports.download = (source, file, cb) => {
  const part = `${file}.part`;
  const out = fs.createWriteStream(part); // expect: shared-temp-file
  source.pipe(out).on('finish', () => fs.rename(part, file, cb));
};
