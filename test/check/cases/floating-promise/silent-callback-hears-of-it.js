// The double interface: who gives a callback does not want the promise.
const fs = require('fs');

async function load(name, callback) {
  try {
    const text = await fs.promises.readFile(name, 'utf8');
    if (callback) callback(null, text);
    return text;
  } catch (error) {
    if (callback) callback(error);
    throw error;
  }
}

exports.show = name => {
  load(name, (error, text) => console.log(error || text));
};
