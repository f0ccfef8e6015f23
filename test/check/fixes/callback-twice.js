// before: ENOENT, nothing
// after: ENOENT
const fs = require('fs');
function load(file, callback) {
  fs.readFile(file, (error, data) => {
    if (error) callback(error);
    callback(null, data);
  });
}
const said = [];
load(`${__filename}.absent`, (error, data) => said.push(error ? error.code : data || 'nothing'));
setTimeout(() => console.log(said.join(', ')), 200);
