// Polls until it is there: nothing that is awaited can reject.
exports.ready = page =>
  new Promise(async resolve => {
    while (!page.body) await new Promise(next => setTimeout(next, 50));
    resolve();
  });
