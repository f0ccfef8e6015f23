// Maps and sets have a forEach too, and it waits as little.
const rooms = new Map();
const guests = new Set();
exports.add = (name, room) => rooms.set(name, room);
exports.invite = guest => guests.add(guest);
exports.closeAll = () => {
  rooms.forEach(async room => { // expect: async-callback
    await room.close();
  });
  guests.forEach(async guest => { // expect: async-callback
    await guest.leave();
  });
};
