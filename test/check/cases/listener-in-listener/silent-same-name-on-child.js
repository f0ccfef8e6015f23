// The child has an event of the same name.
exports.watch = function watch(parent) {
  parent.on('error', error => {
    const child = parent.restart();
    child.on('error', again => console.error(error, again));
  });
};
