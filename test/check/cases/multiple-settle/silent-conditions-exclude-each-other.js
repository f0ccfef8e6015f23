// Error or data, kinds of one message, a flag that the first way sets, a field of what is missing.
exports.read = load =>
  new Promise((resolve, reject) => {
    load((error, data) => {
      if (error) reject(error);
      if (data) resolve(data);
    });
  });

exports.write = write =>
  new Promise(resolve => {
    write((error, buffer) => {
      if (error) resolve(error);
      if (buffer) resolve(buffer);
    });
  });

exports.answer = message =>
  new Promise((resolve, reject) => {
    if (message.kind === 'error') reject(new Error('failed'));
    if (message.kind === 'refused') reject(new Error('refused'));
  });

exports.flagged = input =>
  new Promise((resolve, reject) => {
    let bad = false;
    if (!input.name) {
      bad = true;
      reject(new Error('name'));
    }
    if (!bad) resolve(input);
  });

exports.within = input =>
  new Promise((resolve, reject) => {
    if (!input) reject(new Error('no input'));
    if (input && !input.email) reject(new Error('no email'));
  });

exports.otherwise = (a, b) =>
  new Promise((resolve, reject) => {
    if (!a) reject(new Error('a'));
    else if (!b) reject(new Error('b'));
  });
