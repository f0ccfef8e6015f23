// A class of the file's own that is called Map may wait.
const { Map } = require('./ordered-map');
const rooms = new Map();
exports.closeAll = () => {
  rooms.forEach(async room => {
    await room.close();
  });
};
