// Polls until it is there: nothing that is awaited can reject.
exports.ready = page =>
  new Promise(async resolve => {
    while (!page.body) await new Promise(next => setTimeout(next, 50));
    await new Promise((next, _) => {
      setTimeout(next, 500);
    });
    resolve();
  });
