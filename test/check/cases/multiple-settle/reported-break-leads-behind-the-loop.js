// A break leaves the loop, not the function: what stands behind it still runs.
exports.find = (users, id) => new Promise((resolve, reject) => {
  for (const user of users) {
    if (user.id === id) {
      resolve(user);
      break;
    }
  }
  reject(new Error('no user ' + id)); // expect: multiple-settle @5
});
exports.kind = (kind) => new Promise((resolve, reject) => {
  switch (kind) {
    case 'a':
      resolve(1);
      break;
    case 'b':
      resolve(2);
      break;
  }
  reject(new Error('unknown kind')); // expect: multiple-settle
});
exports.wait = (list) => new Promise((resolve, reject) => {
  let i = 0;
  while (i < list.length) {
    if (list[i].ok) {
      resolve(list[i]);
      break;
    }
    i++;
  }
  reject(new Error('none')); // expect: multiple-settle
});
