// Both may hold: name and email may be missing together.
exports.validate = input =>
  new Promise((resolve, reject) => {
    if (!input.name) {
      reject(new Error('name is required'));
    }
    if (!input.email) {
      reject(new Error('email is required')); // expect: multiple-settle
    }
    resolve(input); // expect: multiple-settle
  });

exports.either = (a, b) =>
  new Promise((resolve, reject) => {
    if (!a) reject(new Error('a'));
    if (!b) resolve('b'); // expect: multiple-settle
  });

exports.run = (exec, command) =>
  new Promise((resolve, reject) => {
    exec(command, (error, stdout, stderr) => {
      if (error) reject(error);
      if (stderr) reject(new Error(stderr)); // expect: multiple-settle
      else resolve(stdout);
    });
  });
