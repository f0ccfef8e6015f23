// What stands behind the loop asks first, or the loop is left with the function, or only the next round comes.
exports.find = (users, id) => new Promise((resolve, reject) => {
  let found = false;
  for (const user of users) {
    if (user.id === id) {
      resolve(user);
      found = true;
      break;
    }
  }
  if (!found) reject(new Error('no user ' + id));
});
exports.first = (users, id) => new Promise((resolve, reject) => {
  for (const user of users) {
    if (user.id === id) {
      resolve(user);
      return;
    }
  }
  reject(new Error('no user ' + id));
});
exports.kind = (kind) => new Promise((resolve, reject) => {
  switch (kind) {
    case 'a':
      resolve(1);
      break;
    default:
      reject(new Error('unknown kind'));
      break;
  }
});
exports.each = (users, id) => new Promise((resolve, reject) => {
  let match;
  users.forEach(user => {
    if (user.id === id) match = user;
  });
  if (match) {
    resolve(match);
    return;
  }
  reject(new Error('not found'));
});
exports.all = (users, id) => new Promise((resolve, reject) => {
  users.forEach(user => {
    if (user.id === id) resolve(user);
  });
  setTimeout(() => reject(new Error('too late')), 100);
});
