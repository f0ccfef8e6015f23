// rules: missing-catch
exports.close = browser =>
  new Promise(async (resolve, reject) => {
    await browser.ready;
    browser.close().catch(e => reject(e));
  });
exports.quit = browser => {
  new Promise(resolve => {
    browser.close().catch(() => resolve());
  });
};
