// Every line that matches is given, only the first counts.
exports.wait = (page, ready) => {
  let done;
  const promise = new Promise(resolve => {
    done = resolve;
  });
  page.on('console', message => {
    for (const line of message.args()) if (ready.test(line)) done(line); // expect: multiple-settle
  });
  return promise;
};
