// Removed first so that it is never there twice: a common idiom.
const refresh = () => console.log('reload');

exports.watch = function watch(process) {
  process.off('SIGHUP', refresh);
  process.on('SIGHUP', refresh);
};
