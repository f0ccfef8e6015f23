// A signal without a value: given again it says nothing else.
exports.wait = (page, ready) => {
  let done;
  const promise = new Promise(resolve => {
    done = resolve;
  });
  page.on('console', message => {
    for (const line of message.args()) if (ready.test(line)) done();
  });
  return promise;
};
