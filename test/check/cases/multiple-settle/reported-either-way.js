// The condition behind the reject only chooses the value: one of the two settles again.
exports.label = user =>
  new Promise((resolve, reject) => {
    if (!user) reject(new Error('nobody'));
    if (user.name.length > 3) {
      resolve(user.name); // expect: multiple-settle
    } else {
      resolve('?'); // expect: multiple-settle
    }
  });
