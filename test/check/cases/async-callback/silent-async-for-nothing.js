// The callback waits for nothing and gives nothing back.
exports.register = (browser, strategies) => {
  Object.keys(strategies).forEach(async name => {
    browser.addStrategy(name, strategies[name]);
  });
};
