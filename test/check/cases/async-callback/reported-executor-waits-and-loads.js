exports.ready = page =>
  new Promise(async resolve => { // expect: async-callback
    await new Promise(next => setTimeout(next, 50));
    resolve(await page.load());
  });
