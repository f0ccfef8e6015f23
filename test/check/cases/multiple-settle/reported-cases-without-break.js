// Every case falls into the next one: told once.
exports.wait = status => new Promise(resolve => {
  switch (status) {
    case 'completed': resolve('success');
    case 'expired': resolve('expired'); // expect: multiple-settle
    case 'failed': resolve('failed');
    default: resolve('other');
  }
});
