// Two events, of which the first counts: the usual way to wait for a stream.
exports.finished = function finished(stream) {
  return new Promise((resolve, reject) => {
    stream.on('end', resolve);
    stream.on('error', reject);
  });
};
