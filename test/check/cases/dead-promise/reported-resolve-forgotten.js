// It takes resolve and does not call it.
exports.serve = async start => {
  await new Promise(resolve => { // expect: dead-promise
    start.count = 1;
  });
};
