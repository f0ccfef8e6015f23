exports.limited = page =>
  new Promise(async resolve => { // expect: async-callback
    await new Promise((next, fail) => {
      page.onload = next;
      setTimeout(fail, 500);
    });
    resolve();
  });
exports.ready = page =>
  new Promise(async resolve => { // expect: async-callback
    await new Promise(next => setTimeout(next, 50));
    resolve(await page.load());
  });
