// rules: missing-catch
// Nobody holds the promise that the catch rejects.
exports.close = browser => {
  new Promise(async (resolve, reject) => { // expect: missing-catch
    await browser.ready;
    browser.close().catch(e => reject(e));
  });
};
