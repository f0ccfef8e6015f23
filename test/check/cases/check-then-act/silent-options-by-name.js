const fs = require('fs').promises;
const exists = path => fs.access(path).then(() => true, () => false);
exports.make = async (path, options = { recursive: true }) => {
  const there = await fs.access(path).then(() => true, () => false);
  if (!there) await fs.mkdir(path, options);
};
exports.clean = async path => {
  const options = { force: true };
  const there = await fs.stat(path).catch(() => null);
  if (there) await fs.rm(path, options);
  return exists(path);
};
