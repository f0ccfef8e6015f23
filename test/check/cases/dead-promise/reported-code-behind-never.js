// It says never, but something is written behind it.
exports.main = async () => {
  console.log('before');
  await new Promise(() => {}); // expect: dead-promise
  console.log('after');
};
