// The condition behind the reject only chooses the value: one of the two settles again. One return is missing, and told once.
exports.label = user =>
  new Promise((resolve, reject) => {
    if (!user) reject(new Error('nobody'));
    if (user.name.length > 3) {
      resolve(user.name); // expect: multiple-settle warning @4 @8
    } else {
      resolve('?');
    }
  });
