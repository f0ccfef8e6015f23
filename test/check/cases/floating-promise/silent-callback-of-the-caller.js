// Whoever takes a callback cannot know that somebody gives an async one.
const fs = require('fs');
function each(names, callback) {
  for (const name of names) callback(name);
}
exports.removeAll = names => each(names, async name => { await fs.promises.unlink(name); });
