// Whoever shows the error and then throws it wants it seen; what a named callback checks is its own affair.
exports.load = (importer, show) => {
  importer().then(module => {
    const error = module.default ? null : new Error('nothing was exported');
    if (error) {
      show(error);
      throw error;
    }
  }, show);
};

function report(result) {
  if (!process.send) throw new Error('no parent');
  process.send(result);
}
exports.run = task => {
  task().then(report, error => process.send(String(error)));
};
