// map and Promise.all: every promise is awaited.
const { stat } = require('node:fs/promises');

exports.sizes = async function sizes(files) {
  const stats = await Promise.all(files.map(async file => stat(file)));
  return stats.map(found => found.size);
};
